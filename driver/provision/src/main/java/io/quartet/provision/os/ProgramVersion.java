package io.quartet.provision.os;

import io.quartet.provision.internal.process.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a program is, and what it says about itself. */
public final class ProgramVersion {

  /** A connection to another machine may be part of it. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ProgramVersion() {}

  /** The first program of a name in the folders of a search path. */
  public static Optional<Path> onPath(String name, String path) {
    return Stream.of(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, name).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst();
  }

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
