package io.quartet.provision.os;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** This program, to be started with another verb in a separate JVM. */
public final class OwnProgram {

  private static final String MAIN_CLASS = "io.quartet.cli.Main";

  private OwnProgram() {}

  /** The verb that this process was started with; empty if it is another program, as in tests. */
  public static Optional<String> verb() {
    List<String> words;
    try {
      // ProcessHandle gives no arguments when the command line is as long as a class path.
      words = List.of(Files.readString(Path.of("/proc/self/cmdline"), ISO_8859_1).split("\0", -1));
    } catch (IOException e) {
      return Optional.empty();
    }
    int mainClass = words.indexOf(MAIN_CLASS);
    return mainClass < 0
        ? Optional.empty()
        : words.stream().skip(mainClass + 1L).filter(word -> word.matches("[a-z-]+")).findFirst();
  }

  /**
   * The command, to which the options of the verb can be added.
   *
   * @param jvmFlags flags of the JVM beside {@code quartet.home} and the class path
   */
  public static List<String> command(List<String> jvmFlags, String verb) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.add("-Dquartet.home=" + QuartetHome.folder());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS, verb));
    return command;
  }
}
