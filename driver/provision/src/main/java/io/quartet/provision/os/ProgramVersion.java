package io.quartet.provision.os;

import io.quartet.provision.internal.process.Commands;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a program says about itself. */
public final class ProgramVersion {

  private static final Duration LONGEST = Duration.ofSeconds(10);

  private ProgramVersion() {}

  /** What it prints with {@code --version}; why it cannot be run, if it cannot. */
  public static String ask(Path program) {
    return Commands.run(Path.of("/"), List.of(program.toString(), "--version"), LONGEST).output();
  }
}
