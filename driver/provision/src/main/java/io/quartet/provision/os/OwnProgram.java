package io.quartet.provision.os;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** This program, to be started with another verb in a separate JVM. */
public final class OwnProgram {

  private static final String MAIN_CLASS = "io.quartet.cli.Main";

  /** Set by {@code scripts/quartet}: options of the whole program may stand before the verb. */
  private static final String VERB = "quartet.verb";

  private OwnProgram() {}

  /** The verb that this process was started with; empty if it is another program, as in tests. */
  public static Optional<String> verb() {
    return Optional.ofNullable(System.getProperty(VERB)).filter(verb -> !verb.isEmpty());
  }

  /**
   * The command, to which the options of the verb can be added.
   *
   * @param jvmFlags flags of the JVM beside the properties of this program and the class path
   */
  public static List<String> command(List<String> jvmFlags, String verb) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmFlags);
    command.add("-Dquartet.home=" + QuartetHome.folder());
    command.add("-D" + VERB + "=" + verb);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS, verb));
    return command;
  }
}
