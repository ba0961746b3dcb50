package io.quartet.orchestrate.provider;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** This program, to be started again with another verb in a JVM of its own. */
public final class OwnProgram {

  private static final String MAIN_CLASS = "io.quartet.cli.Main";

  private OwnProgram() {}

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
