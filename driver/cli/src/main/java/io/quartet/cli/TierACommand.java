package io.quartet.cli;

import io.quartet.model.QuartetException;
import io.quartet.model.Release;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Unmatched;

/**
 * {@code tier-a}: the service of VM1. {@code scripts/quartet} runs the native program directly.
 * This class lists the verb, and serves callers that start Java themselves.
 */
@Command(
    name = "tier-a",
    sortOptions = false,
    description = "Runs the Tier A service of one Set (VM1) until it is stopped.",
    footer = {
      "  PGPASSFILE=pgpass quartet tier-a --listen 127.1.1.1:15432 \\",
      "      --dss 127.1.1.2:15432 --oltp 127.1.1.3:15432 --load-units 1 \\",
      "      --trade-days 1 --news-length 10000 --seed 42 --user-sessions 16 \\",
      "      --market-sessions 8",
      "  quartet tier-a --help"
    })
final class TierACommand implements Callable<Integer> {

  @Unmatched private List<String> arguments = new ArrayList<>();

  /** Takes the options of the whole program from the verb: its program does not know them. */
  static void withoutInherited(CommandSpec spec) {
    List.copyOf(spec.options()).stream().filter(OptionSpec::inherited).forEach(spec::remove);
  }

  @Override
  public Integer call() throws InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.tierA().toString());
    command.addAll(arguments);
    try {
      Process process = new ProcessBuilder(command).inheritIO().start();
      // However this process is told to end, the program must not stay behind.
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      return process.waitFor();
    } catch (IOException e) {
      throw QuartetException.environment(
          "NOT_BUILT",
          command.get(0) + " cannot be run (" + e.getMessage() + "). " + Release.repair(),
          e);
    }
  }
}
