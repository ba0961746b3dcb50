package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.RandomPassword;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A fresh cluster with the database {@code quartet} and a new password, of which every other
 * cluster is a copy: one initdb instead of eight.
 */
final class ClusterTemplate {

  /**
   * Creates pgstattuple in every database, for the leaf density of indexes. An installation without
   * it does not fail. It has a separate schema, so that its functions are not listed among those of
   * the benchmark. A single-user server takes a line as a statement.
   */
  private static final String LEAF_DENSITY =
      """
      DO $$ BEGIN \
      CREATE SCHEMA pgstattuple; \
      CREATE EXTENSION pgstattuple WITH SCHEMA pgstattuple; \
      EXCEPTION WHEN OTHERS THEN NULL; \
      END $$;
      """;

  /** Major version of PostgreSQL from which on initdb makes checksums unless told otherwise. */
  private static final int CHECKSUMS_BY_DEFAULT = 18;

  private ClusterTemplate() {}

  /** Makes the template and the password file, as a {@link ClusterSource}. */
  static Function<DatabaseServer, Path> create(Cluster.Context context) throws IOException {
    DataFolder data = context.data();
    PostgresInstallation postgres = context.postgres();
    ServerAccount account = context.account();
    Embedded provider = Embedded.of(context.plan());
    String password = RandomPassword.make();
    DataFolder.writeSecret(
        data.passwordFile(),
        "*:" + provider.port() + ":*:" + DatabaseServer.DATABASE + ":" + password + "\n");
    FileTrees.delete(data.template());
    DataFolder.createPrivate(data.template(), account);
    Path forInitdb = data.folder().resolve("initdb-password");
    try {
      DataFolder.writeSecret(forInitdb, password + "\n");
      account.own(forInitdb);
      List<String> initdb =
          new ArrayList<>(
              List.of(
                  postgres.program("initdb"),
                  "--pgdata=" + data.template(),
                  "--username=" + DatabaseServer.DATABASE,
                  "--auth=scram-sha-256",
                  "--pwfile=" + forInitdb,
                  "--encoding=UTF8",
                  "--locale=C",
                  "--no-sync"));
      provider.dataChecksums().flatMap(on -> checksums(on, postgres)).ifPresent(initdb::add);
      run(data, account, "", initdb);
    } finally {
      Files.deleteIfExists(forInitdb);
    }
    configure(data.template());
    run(
        data,
        account,
        LEAF_DENSITY + "CREATE DATABASE " + DatabaseServer.DATABASE + ";\n",
        List.of(
            postgres.program("postgres"),
            "--single",
            "-F",
            "-D",
            data.template().toString(),
            "template1"));
    return server -> data.template();
  }

  /** Before it made checksums by itself, initdb had no option to leave them out. */
  private static Optional<String> checksums(boolean isOn, PostgresInstallation postgres) {
    if (isOn) {
      return Optional.of("--data-checksums");
    }
    return postgres.major() < CHECKSUMS_BY_DEFAULT
        ? Optional.empty()
        : Optional.of("--no-data-checksums");
  }

  private static void configure(Path template) throws IOException {
    Path main = template.resolve("postgresql.conf");
    List<String> lines = new ArrayList<>(Files.readAllLines(main));
    lines.add("include_if_exists 'quartet.conf'");
    Files.write(main, lines);
  }

  private static void run(
      DataFolder data, ServerAccount account, String input, List<String> command) {
    Commands.Result result = Commands.run(data.folder(), input, account.command(command));
    if (!result.isSuccess() || result.output().contains("ERROR:")) {
      throw QuartetException.environment(
          "CLUSTER_NOT_CREATED",
          "the database cluster could not be created in %s: %s. Is PostgreSQL complete in %s?"
              .formatted(data.template(), result.output(), Path.of(command.get(0)).getParent()));
    }
  }
}
