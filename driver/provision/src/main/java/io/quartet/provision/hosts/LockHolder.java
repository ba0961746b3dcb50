package io.quartet.provision.hosts;

import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.HostName;
import io.quartet.provision.os.OwnProgram;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who holds the lock of a server, in the application name of the session that holds it:
 *
 * <pre>VERB PROCESS HOST START NAME, for instance: run 4242 driver-1 20261123T030000Z laptop</pre>
 *
 * <p>PostgreSQL keeps 63 bytes of it, so long names of hosts and benchmarks are cut.
 *
 * @param verb verb of the program, {@code -} for another program
 * @param host first part of the name of the driver's machine
 * @param start when the process was started
 */
record LockHolder(String verb, long process, String host, Instant start, String benchmark) {

  private static final int MOST_BYTES = 63;
  private static final Pattern NAME = Pattern.compile("(\\S+) (\\d{1,18}) (\\S+) (\\S+) (.+)");
  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** This process, at work on a plan. */
  static LockHolder here(RunPlan plan) {
    ProcessHandle process = ProcessHandle.current();
    return new LockHolder(
        OwnProgram.verb().orElse("-"),
        process.pid(),
        HostName.current(),
        process.info().startInstant().orElseGet(Instant::now).truncatedTo(ChronoUnit.SECONDS),
        plan.name());
  }

  /** The application name; names of benchmarks are plain ASCII. */
  String applicationName() {
    String name =
        Text.format("%s %d %s %s %s", verb, process, host, START.format(start), benchmark);
    return name.substring(0, Math.min(MOST_BYTES, name.length()));
  }

  /**
   * For people, out of an application name.
   *
   * @param session process id of the session, for a name that says nothing
   */
  static String describe(String applicationName, long session) {
    Matcher parts = NAME.matcher(applicationName);
    if (!parts.matches()) {
      return applicationName.isEmpty()
          ? "another session (process " + session + " of the server)"
          : "'" + applicationName + "' (process " + session + " of the server)";
    }
    return "%s (process %s on %s, since %s, benchmark %s)"
        .formatted(
            parts.group(1).equals("-") ? "Quartet" : "quartet " + parts.group(1),
            parts.group(2),
            parts.group(3),
            parts.group(4),
            parts.group(5));
  }
}
