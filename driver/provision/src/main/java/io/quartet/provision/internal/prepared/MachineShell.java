package io.quartet.provision.internal.prepared;

import io.quartet.model.plan.Provider.Ssh;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs the scripts of {@code scripts/machines} on other machines, a connection for each.
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
   * Runs a script as root and waits for its end.
   *
   * @param script its name below {@code scripts/machines}
   * @return what it printed, or why it could not run
   */
  Commands.Result run(String host, String script, List<String> arguments) {
    return Commands.run(Path.of("/"), command(host, script, Set.of(How.ROOT), arguments));
  }

  /**
   * Runs a script as root that may need longer than most, and waits for its end.
   *
   * @param limit how long it may take
   */
  Commands.Result run(String host, String script, List<String> arguments, Duration limit) {
    return Commands.run(Path.of("/"), command(host, script, Set.of(How.ROOT), arguments), limit);
  }

  /** How a script runs: as root or as the account, with its output at the end or as it comes. */
  public enum How {
    ROOT("--root"),
    STREAM("--stream");

    private final String option;

    How(String option) {
      this.option = option;
    }
  }

  /** Command of this machine that runs a script on another. */
  public List<String> command(String host, String script, Set<How> how, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(QuartetHome.script("machines/on").toString()));
    command.addAll(options(ssh));
    how.forEach(one -> command.add(one.option));
    command.addAll(List.of("--script", QuartetHome.script("machines/" + script).toString(), host));
    command.addAll(arguments);
    return command;
  }
}
