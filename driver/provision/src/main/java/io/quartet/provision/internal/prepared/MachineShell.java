package io.quartet.provision.internal.prepared;

import io.quartet.model.plan.Provider.Ssh;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the scripts of {@code scripts/machines} as root on other machines, a connection for each.
 * Thread-safe.
 */
public record MachineShell(Ssh ssh) {

  /** Options of every script that connects to machines. */
  public static List<String> options(Ssh ssh) {
    List<String> options = new ArrayList<>();
    ssh.user().ifPresent(user -> options.addAll(List.of("--user", user)));
    ssh.configuration().ifPresent(file -> options.addAll(List.of("--configuration", file)));
    return options;
  }

  /**
   * Runs a script and waits for its end.
   *
   * @param script its name below {@code scripts/machines}
   * @return what it printed, or why it could not run
   */
  Commands.Result run(String host, String script, List<String> arguments) {
    return Commands.run(Path.of("/"), command(host, script, List.of(), arguments));
  }

  /**
   * Runs a script that may need longer than most, and waits for its end.
   *
   * @param limit how long it may take
   */
  Commands.Result run(String host, String script, List<String> arguments, Duration limit) {
    return Commands.run(Path.of("/"), command(host, script, List.of(), arguments), limit);
  }

  /** Command that runs a script and passes on what it prints as it comes. */
  List<String> streaming(String host, String script, List<String> arguments) {
    return command(host, script, List.of("--stream"), arguments);
  }

  private List<String> command(
      String host, String script, List<String> how, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(QuartetHome.script("machines/on").toString()));
    command.addAll(options(ssh));
    command.addAll(how);
    command.addAll(
        List.of("--root", "--script", QuartetHome.script("machines/" + script).toString(), host));
    command.addAll(arguments);
    return command;
  }
}
