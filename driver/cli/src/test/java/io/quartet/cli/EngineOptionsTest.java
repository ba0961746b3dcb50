package io.quartet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.books.CellRow;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.embedded.EmbeddedProvider;
import io.quartet.results.ConservationRow;
import io.quartet.results.RunResults;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.testkit.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The engine options of a benchmark file reach the database: a word lost on the way there would
 * change no other result.
 */
@Tag("pg")
class EngineOptionsTest {

  /**
   * Only Trade-Result inserts there. psqlODBC sets extra_float_digits to 2, libpq leaves it at 1.
   */
  private static final String WITNESS =
      """
      CREATE SCHEMA witness;
      CREATE TABLE witness.seen (level text, float_digits text);
      CREATE FUNCTION witness.look() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO witness.seen VALUES (
            current_setting('transaction_isolation'), current_setting('extra_float_digits'));
          RETURN NULL;
        END $$;
      CREATE TRIGGER witness AFTER INSERT ON settlement EXECUTE FUNCTION witness.look();
      """;

  @TempDir Path folder;

  private final Quartet quartet = new Quartet();

  private Path file() {
    return folder.resolve("options.yaml");
  }

  private void succeed(String... arguments) {
    assertThat(quartet.run(arguments)).as(quartet.err()).isZero();
  }

  @AfterEach
  void takeDown() {
    succeed("down", file().toString());
  }

  @Test
  void engineWorksTheWayTheBenchmarkFileSays() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(
        file(),
        """
        name: options-test
        phases: [[100, 0, 0, 0]]
        timing: {rampUp: 1s, warmUp: 1s, phase: 6s, rampDown: 1s}
        load: {users: 4}
        engine: {access: odbc, statements: plain, isolation: {tradeResult: repeatable-read}}
        database: {loadUnits: {A: 1, B: 1, C: 1, D: 1}, tradeDays: 1, newsLength: 1000}
        provider: {port: %d, dataDirectory: data}
        """
            .formatted(FreePorts.next()));
    succeed("up", file().toString());
    succeed("load", file().toString());

    RunPlan plan = BenchmarkFile.load(file());
    try (Deployment deployment = new EmbeddedProvider().attach(plan);
        Connection oltp = connect(deployment, plan);
        Statement statement = oltp.createStatement()) {
      statement.execute(WITNESS);
    }
    // Too short for a valid result: only the way matters.
    quartet.run("run", file().toString(), "--results", folder.resolve("results").toString());
    try (Deployment deployment = new EmbeddedProvider().attach(plan);
        Connection oltp = connect(deployment, plan);
        Statement statement = oltp.createStatement()) {
      assertThat(seen(statement)).as(quartet.err()).containsExactly("repeatable read 2");
    }
    judge();
  }

  private static Connection connect(Deployment deployment, RunPlan plan) throws SQLException {
    DatabaseServer server = deployment.database(plan.sets().get(0), VmRole.OLTP);
    return Connections.open(server, DatabaseServer.DATABASE, deployment.passwordFile());
  }

  private static List<String> seen(Statement statement) throws SQLException {
    List<String> seen = new ArrayList<>();
    try (ResultSet row =
        statement.executeQuery("SELECT DISTINCT level, float_digits FROM witness.seen")) {
      while (row.next()) {
        seen.add(row.getString(1) + " " + row.getString(2));
      }
    }
    return seen;
  }

  private void judge() throws IOException {
    RunResults read;
    try (Stream<Path> runs = Files.list(folder.resolve("results"))) {
      read = RunResults.read(ResultsFolder.open(runs.findFirst().orElseThrow()));
    }
    assertThat(read.conservation()).hasSize(1).allMatch(ConservationRow::isConserved);
    assertThat(read.phases()).allMatch(row -> row.failed() == 0);
    List<CellRow> watches =
        read.phases().stream().filter(row -> row.kind() == TransactionType.MARKET_WATCH).toList();
    assertThat(watches.stream().mapToLong(CellRow::roundTrips).sum())
        .as("a statement for each of the securities watched")
        .isGreaterThan(20 * watches.stream().mapToLong(CellRow::committed).sum());
  }
}
