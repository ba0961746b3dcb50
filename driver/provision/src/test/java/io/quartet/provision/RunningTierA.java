package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.Tls;
import io.quartet.provision.internal.TierAArguments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real program, as a service that a run finds on a prepared machine; it asks for no token. */
public final class RunningTierA implements AutoCloseable {

  private static final Pattern PORT = Pattern.compile("Tier A listens .*port=(\\d+)");

  private final Process process;
  private final VmSet set;
  private final int port;

  /** Starts the Tier A of the only Set of a plan, with so many sessions for users. */
  public RunningTierA(RunPlan plan, int userSessions) {
    this(plan, userSessions, "127.0.0.1", Optional.empty());
  }

  /**
   * Starts the Tier A of the only Set of a plan on an address.
   *
   * @param tls certificates for it; empty for a connection without TLS
   */
  public RunningTierA(RunPlan plan, int userSessions, String address, Optional<Tls> tls) {
    this.set = plan.sets().get(0);
    List<String> command = TierAArguments.command(plan, set);
    replace(command, "--listen", address + ":0");
    replace(command, "--user-sessions", Integer.toString(userSessions));
    tls.ifPresent(
        files ->
            command.addAll(
                List.of(
                    "--tls-authority",
                    files.authority(),
                    "--tls-certificate",
                    files.certificate(),
                    "--tls-key",
                    files.key())));
    try {
      this.process = new ProcessBuilder(command).redirectErrorStream(true).start();
      this.port = readPort(process.inputReader(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replace(List<String> command, String option, String value) {
    command.set(command.indexOf(option) + 1, value);
  }

  private static int readPort(BufferedReader log) throws IOException {
    StringBuilder said = new StringBuilder();
    for (String line = log.readLine(); line != null; line = log.readLine()) {
      Matcher port = PORT.matcher(line);
      if (port.find()) {
        Thread rest = new Thread(() -> readOn(log), "tier-a-log");
        rest.setDaemon(true);
        rest.start();
        return Integer.parseInt(port.group(1));
      }
      said.append(line).append('\n');
    }
    throw new IOException("Tier A did not start: " + said);
  }

  /** A full pipe would stop it. */
  private static void readOn(BufferedReader log) {
    try {
      log.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // It has ended.
    }
  }

  public Address address() {
    return new Address("127.0.0.1", port);
  }

  public int port() {
    return port;
  }

  /** The same plan with this Tier A, and with databases where nobody listens. */
  public RunPlan on(RunPlan plan) {
    Address nowhere = new Address("127.0.0.1", 1);
    return TestPlans.onHosts(
        plan, Map.of(set, new SetHosts(address(), nowhere, nowhere)), Optional.empty());
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
