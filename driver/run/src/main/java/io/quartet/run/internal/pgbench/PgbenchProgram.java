package io.quartet.run.internal.pgbench;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Pgbench;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.ProgramVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The program pgbench.
 *
 * @param file absolute name
 * @param version as it prints it, for instance {@code 15.14 (Debian 15.14-0+deb12u1)}
 * @param major its major version, at least 15
 */
public record PgbenchProgram(Path file, String version, int major) {

  /** Older ones have no failures in their log. */
  private static final int OLDEST_MAJOR = 15;

  private static final String NAME = "pgbench";
  private static final Pattern VERSION = Pattern.compile("pgbench \\(PostgreSQL\\) (([0-9]+).*)");

  /**
   * Finds it: what the plan names, else the one in the folder of the server's programs, else the
   * first on the path.
   *
   * @throws QuartetException PGBENCH_NOT_FOUND, PGBENCH_TOO_OLD
   */
  public static PgbenchProgram find(Pgbench workload, Deployment deployment) {
    return find(workload, deployment.programBesideServer(NAME));
  }

  /** As {@link #find(Pgbench, Deployment)}, where it is known what stands beside the server. */
  public static PgbenchProgram find(Pgbench workload, Optional<Path> besideServer) {
    return find(workload, besideServer, Optional.ofNullable(System.getenv("PATH")).orElse(""));
  }

  static PgbenchProgram find(Pgbench workload, Optional<Path> besideServer, String path) {
    Path file =
        workload
            .program()
            .map(Path::of)
            .or(() -> besideServer)
            .or(() -> onPath(path))
            .orElseThrow(
                () ->
                    QuartetException.environment(
                        "PGBENCH_NOT_FOUND",
                        "pgbench is neither beside the programs of the server nor on the PATH."
                            + " Install it (package postgresql), or name it in"
                            + " workload.program."));
    return at(file);
  }

  private static Optional<Path> onPath(String path) {
    return Stream.of(path.split(":"))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, NAME).toAbsolutePath())
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static PgbenchProgram at(Path file) {
    String answer = ProgramVersion.ask(file);
    Matcher version = VERSION.matcher(answer.strip());
    if (!version.matches()) {
      throw QuartetException.environment(
          "PGBENCH_NOT_FOUND",
          "%s is no pgbench: to --version it answers '%s'. Name another in workload.program."
              .formatted(file, answer.lines().findFirst().orElse("")));
    }
    int major = Integer.parseInt(version.group(2));
    if (major < OLDEST_MAJOR) {
      throw QuartetException.environment(
          "PGBENCH_TOO_OLD",
          "%s is version %s, but at least %d is needed. Name another in workload.program."
              .formatted(file, version.group(1), OLDEST_MAJOR));
    }
    return new PgbenchProgram(file, version.group(1), major);
  }

  /** Environment in which it connects to a server. */
  static Map<String, String> environment(DatabaseServer server, Deployment deployment) {
    Map<String, String> environment = new HashMap<>(server.environment(deployment.passwordFile()));
    environment.put("PGDATABASE", DatabaseServer.DATABASE);
    environment.put("LC_ALL", "C"); // Its words are read.
    return environment;
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
          ("%s is version %s, but the servers have version %d. Name a pgbench of that version or a"
                  + " newer one in workload.program.")
              .formatted(file, version, serverMajor));
    }
  }
}
