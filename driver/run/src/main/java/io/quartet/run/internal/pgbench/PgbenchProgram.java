package io.quartet.run.internal.pgbench;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Pgbench;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.ToolPlace;
import io.quartet.provision.os.ProgramVersion;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program pgbench.
 *
 * @param file absolute name; {@code pgbench} alone if it is looked for on other machines, there
 *     beside the server first
 * @param where for messages: on which machine, if it is another; otherwise empty
 * @param version as it prints it, for instance {@code 15.14 (Debian 15.14-0+deb12u1)}
 * @param major its major version, at least 15
 */
public record PgbenchProgram(String file, String where, String version, int major) {

  /** Older ones have no failures in their log. */
  private static final int OLDEST_MAJOR = 15;

  private static final String NAME = "pgbench";
  private static final Pattern VERSION =
      Pattern.compile("(?m)^pgbench \\(PostgreSQL\\) (([0-9]+).*)$");

  /**
   * Finds the one for a server, and makes sure that it fits: what the plan names, else the one in
   * the folder of the server's programs, else the first on the path.
   *
   * @param server beside which it is looked for, if that is another machine
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD, DATABASE_UNREACHABLE
   */
  public static PgbenchProgram find(
      Pgbench workload, Deployment deployment, DatabaseServer server) {
    PgbenchProgram program = ofPlace(workload, deployment, server);
    try (Connection connection = Connections.open(server, deployment)) {
      program.requireFor(connection);
      return program;
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  /**
   * The same, but it may be too old for the server: see {@link #requireFor(Connection)}.
   *
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD
   */
  static PgbenchProgram ofPlace(Pgbench workload, Deployment deployment, DatabaseServer server) {
    ToolPlace place = deployment.tool(server, workload.load().origin());
    if (!place.isOnOtherMachine()) {
      return find(workload, deployment.programBesideServer(NAME));
    }
    String file = workload.program().orElse(NAME);
    return judged(file, " on the machine of " + server.vm(), place.version(file));
  }

  /** The one of this machine, where it is known what stands beside the server. */
  public static PgbenchProgram find(Pgbench workload, Optional<Path> besideServer) {
    return find(workload, besideServer, Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  static PgbenchProgram find(Pgbench workload, Optional<Path> besideServer, String path) {
    Path file =
        workload
            .program()
            .map(Path::of)
            .or(() -> besideServer)
            .or(() -> ProgramVersion.onPath(NAME, path))
            .orElseThrow(
                () ->
                    QuartetException.environment(
                        "PGBENCH_NOT_FOUND",
                        "pgbench is neither beside the programs of the server nor on the PATH."
                            + " Install it (package postgresql), or name it in"
                            + " workload.program."));
    return judged(file.toString(), "", ProgramVersion.ask(file));
  }

  private static PgbenchProgram judged(String file, String where, String answer) {
    Matcher version = VERSION.matcher(answer);
    if (!version.find()) {
      throw QuartetException.environment(
          "PGBENCH_NOT_FOUND",
          ("%s%s does not answer as pgbench: to --version it says '%s'. Correct that, install"
                  + " pgbench there (package postgresql), or name another in workload.program.")
              .formatted(
                  file, where, answer.strip().lines().reduce((one, last) -> last).orElse("")));
    }
    int major = Integer.parseInt(version.group(2));
    if (major < OLDEST_MAJOR) {
      throw QuartetException.environment(
          "PGBENCH_TOO_OLD",
          "%s%s is version %s, but at least %d is needed. Name another in workload.program."
              .formatted(file, where, version.group(1), OLDEST_MAJOR));
    }
    return new PgbenchProgram(file, where, version.group(1), major);
  }

  /** Version and place, for facts of a run. */
  public String describe() {
    return version + (file.equals(NAME) ? " on each VM" : " in " + file);
  }

  /**
   * Makes sure that it is not older than the server of a connection.
   *
   * @throws QuartetException PGBENCH_TOO_OLD
   */
  void requireFor(Connection connection) throws SQLException {
    requireFor(connection.getMetaData().getDatabaseMajorVersion());
  }

  /**
   * Makes sure that it is not older than a server: it may not know what the server has.
   *
   * @param serverMajor major version of the server
   * @throws QuartetException PGBENCH_TOO_OLD
   */
  public void requireFor(int serverMajor) {
    if (major < serverMajor) {
      throw QuartetException.environment(
          "PGBENCH_TOO_OLD",
          ("%s%s is version %s, but the servers have version %d. Name a pgbench of that version or a"
                  + " newer one in workload.program.")
              .formatted(file, where, version, serverMajor));
    }
  }
}
