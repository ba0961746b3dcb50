package io.quartet.provision.internal.process;

import java.util.List;
import java.util.Map;

/** The start of every child process of the driver. */
public final class ChildProcess {

  /** How names of the variables begin that libpq, its drivers and PostgreSQL's programs read. */
  private static final String POSTGRES = "PG";

  private ChildProcess() {}

  /**
   * A process that inherits no variable {@code PG*}: they belong to other work of the user, and
   * would lead a program to another server or change its sessions.
   *
   * @param environment variables that it gets in addition
   */
  public static ProcessBuilder builder(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(name -> name.startsWith(POSTGRES));
    builder.environment().putAll(environment);
    return builder;
  }
}
