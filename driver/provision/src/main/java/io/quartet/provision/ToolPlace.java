package io.quartet.provision;

import io.quartet.provision.os.ProgramVersion;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where a tool runs for a database: on this machine, or beside the server.
 *
 * @param start command that runs a program as long as it runs itself; empty on this machine
 * @param startWithPipes the same with a named pipe for each log of the program: the folder of the
 *     pipes and their number follow, then the options
 * @param options of both commands, before the program
 * @param ask command that runs a program that ends soon; empty on this machine
 * @param environment of these commands
 * @param isOnOtherMachine true if the program is looked for there
 */
public record ToolPlace(
    List<String> start,
    List<String> startWithPipes,
    List<String> options,
    List<String> ask,
    Map<String, String> environment,
    boolean isOnOtherMachine) {

  public ToolPlace {
    start = List.copyOf(start);
    startWithPipes = List.copyOf(startWithPipes);
    options = List.copyOf(options);
    ask = List.copyOf(ask);
    environment = Map.copyOf(environment);
  }

  /** On this machine. */
  static ToolPlace here(DatabaseServer server, Path passwordFile) {
    return here(server, passwordFile, server.host(), List.of());
  }

  /**
   * On this machine, but as if on a VM.
   *
   * @param host by which it connects: the address of the server, or the folder of its socket
   * @param controlGroups folders of those that it joins while it has pipes
   */
  public static ToolPlace here(
      DatabaseServer server, Path passwordFile, String host, List<Path> controlGroups) {
    Map<String, String> environment = server.environment(passwordFile);
    environment.put("PGHOST", host);
    environment.put("PGDATABASE", DatabaseServer.DATABASE);
    environment.put("LC_ALL", "C"); // What it prints is read.
    List<String> options = new ArrayList<>();
    controlGroups.forEach(group -> options.addAll(List.of("--cgroup", group.toString())));
    return new ToolPlace(
        List.of(),
        List.of(QuartetHome.script("lib/with-log-pipes").toString()),
        options,
        List.of(),
        environment,
        false);
  }

  /**
   * The command of a program without logs.
   *
   * @param program its name or file, and its arguments
   */
  public List<String> command(List<String> program) {
    return start.isEmpty() ? program : join(start, options, program);
  }

  /**
   * The command of a program with logs.
   *
   * @param folder of this machine, in which the pipes are made
   * @param logs how many, at least 1
   */
  public List<String> commandWithPipes(Path folder, int logs, List<String> program) {
    return join(
        startWithPipes, List.of(folder.toString(), Integer.toString(logs)), options, program);
  }

  /** What a program prints with {@code --version}; why it cannot be run, if it cannot. */
  public String version(String program) {
    return ProgramVersion.ask(join(ask, List.of(program)));
  }

  @SafeVarargs
  private static List<String> join(List<String>... parts) {
    List<String> all = new ArrayList<>();
    for (List<String> part : parts) {
      all.addAll(part);
    }
    return all;
  }
}
