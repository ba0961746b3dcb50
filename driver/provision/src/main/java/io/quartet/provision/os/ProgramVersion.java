package io.quartet.provision.os;

import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What a program says about itself. */
public final class ProgramVersion {

  /** A connection to another machine may be part of it. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ProgramVersion() {}

  /** What it prints with {@code --version}; why it cannot be run, if it cannot. */
  public static String ask(Path program) {
    return ask(List.of(program.toString()));
  }

  /** The same for a program that a command starts. */
  public static String ask(List<String> start) {
    List<String> command = new ArrayList<>(start);
    command.add("--version");
    return said(command);
  }

  /** What a command prints, or why it cannot be run. */
  public static String said(List<String> command) {
    return Commands.run(Path.of("/"), command, LONGEST).output();
  }
}
