package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.PostgresSource.Build;
import io.quartet.model.plan.PostgresSource.Maven;
import io.quartet.model.plan.PostgresSource.Packages;
import io.quartet.model.plan.PostgresSource.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The keys of {@code provider.postgres} that say where the programs come from. */
final class PostgresCodec {

  static final String NAME = "postgres";

  /** Before version 0.2.0: the folder of the programs. */
  static final String BIN = "postgresBin";

  private static final String VERSION = "version";
  private static final String BUILD = "build";
  private static final String PACKAGES = "packages";
  private static final String MAVEN = "maven";

  private PostgresCodec() {}

  /** Empty if the file names none. */
  static Optional<PostgresSource> read(Section provider) {
    if (provider.has(BIN)) {
      return provider.file(BIN).map(Build::new);
    }
    Section postgres = provider.child(NAME);
    if (postgres.has(VERSION)) {
      return Optional.of(new Version(postgres.integer(VERSION)));
    }
    return postgres
        .file(BUILD)
        .<PostgresSource>map(Build::new)
        .or(() -> postgres.file(PACKAGES).map(Packages::new))
        .or(() -> postgres.optional(MAVEN).map(Maven::new));
  }

  /** Reports two sources. */
  static void check(Section provider) {
    Section postgres = provider.child(NAME);
    List<DocumentPath> given =
        new ArrayList<>(
            List.of(VERSION, BUILD, PACKAGES, MAVEN).stream()
                .filter(postgres::has)
                .map(postgres::at)
                .toList());
    if (provider.has(BIN)) {
      given.add(provider.at(BIN));
    }
    if (given.size() > 1) {
      postgres.wrong(
          given.get(1),
          " and " + given.get(0) + " both say which PostgreSQL it is. Leave one of them.");
    }
  }

  static void write(PostgresSource source, ObjectNode postgres) {
    if (source.value() instanceof Integer number) {
      postgres.put(source.key(), number);
    } else {
      postgres.put(source.key(), source.value().toString());
    }
  }
}
