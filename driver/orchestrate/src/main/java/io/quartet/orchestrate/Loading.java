package io.quartet.orchestrate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.RunPlan;
import io.quartet.model.RunPlan.Storage;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import io.quartet.orchestrate.provider.OwnedProcess;
import io.quartet.orchestrate.provider.Parallel;
import io.quartet.orchestrate.provider.Purpose;
import io.quartet.orchestrate.provider.QuartetHome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Loads the databases of a plan with {@code quartet-load}, as many at a time as there are cores.
 */
public final class Loading {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STOP_GRACE = Duration.ofSeconds(3);
  private static final int EXIT_CANNOT_CONNECT = 3;
  private static final int LINES_KEPT = 12;

  private final RunPlan plan;
  private final Deployment deployment;
  private final LoadListener listener;
  private final int atATime;
  private final List<OwnedProcess> loaders = new CopyOnWriteArrayList<>();

  private Loading(RunPlan plan, Deployment deployment, LoadListener listener) {
    this.plan = plan;
    this.deployment = deployment;
    this.listener = listener;
    this.atATime =
        Math.min(Runtime.getRuntime().availableProcessors(), deployment.databases().size());
  }

  /**
   * Loads every database that is not loaded yet and sets each up for the run.
   *
   * @throws QuartetException LOAD_FAILED, LOADED_OTHERWISE, LOADER_CANNOT_CONNECT
   */
  public static void load(RunPlan plan, Deployment deployment, LoadListener listener) {
    new Loading(plan, deployment, listener).loadAll();
  }

  private void loadAll() {
    // The biggest first: a big one that starts last would be waited for alone.
    List<DatabaseServer> order =
        deployment.databases().stream()
            .sorted(
                Comparator.comparingInt(
                    server -> -plan.database().loadUnits().get(server.set().group())))
            .toList();
    try (Databases databases = new Databases(deployment)) {
      Parallel.forEach(
          order,
          atATime,
          server -> loadOne(server, databases),
          () -> loaders.forEach(OwnedProcess::requestStop));
    } finally {
      loaders.forEach(OwnedProcess::requestStop);
      loaders.forEach(OwnedProcess::close);
    }
  }

  private void loadOne(DatabaseServer server, Databases databases) {
    if (!isLoaded(server, databases)) {
      deployment.prepare(server, Purpose.LOADING);
      runLoader(server);
    }
    deployment.prepare(server, Purpose.RUNNING);
    listener.onLoadProgress(LoadProgress.done(server.vm()));
  }

  private boolean isLoaded(DatabaseServer server, Databases databases) {
    try (Connection connection = databases.connect(server)) {
      return LoadedState.read(connection)
          .filter(LoadedState.expected(plan, server)::equals)
          .isPresent();
    } catch (SQLException e) {
      throw Databases.unreachable(server, e);
    }
  }

  private void runLoader(DatabaseServer server) {
    List<String> lastLines = new ArrayList<>();
    OwnedProcess loader = OwnedProcess.startPiped(specification(server));
    loaders.add(loader);
    try (loader;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(loader.output(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (!reportProgress(server, line)) {
          lastLines.add(line);
          if (lastLines.size() > LINES_KEPT) {
            lastLines.remove(0);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the output of quartet-load for " + server.vm(), e);
    }
    if (loader.exitCode() != 0) {
      throw failure(server, loader.exitCode(), String.join("\n", lastLines));
    }
  }

  private OwnedProcess.Spec specification(DatabaseServer server) {
    RunPlan.Database database = plan.database();
    int threads =
        Math.max(1, Runtime.getRuntime().availableProcessors() / deployment.databases().size());
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            QuartetHome.loader().toString(),
            "--load-units",
            database.loadUnits().get(server.set().group()).toString(),
            "--trade-days",
            Integer.toString(database.tradeDays()),
            "--news-length",
            Integer.toString(database.newsLength()),
            "--seed",
            Long.toString(database.seedOf(server.set())),
            "--schema",
            QuartetHome.schema().toString(),
            "--indexes",
            database.indexes(),
            "--role",
            LoadedState.roleName(server.role()),
            "--threads",
            Integer.toString(threads),
            "--progress",
            "json"));
    for (Storage storage : List.of(Storage.DATA, Storage.INDEX)) {
      deployment
          .tablespace(storage)
          .ifPresent(name -> command.addAll(List.of("--" + storage.label() + "-tablespace", name)));
    }
    Map<String, String> environment =
        Map.of(
            "PGHOST", server.host(),
            "PGPORT", Integer.toString(server.port()),
            "PGUSER", DatabaseServer.DATABASE,
            "PGDATABASE", DatabaseServer.DATABASE,
            "PGPASSFILE", deployment.passwordFile().toString());
    return new OwnedProcess.Spec(
        "quartet-load for " + server.vm(),
        command,
        environment,
        deployment.logFolder(),
        deployment.logFolder().resolve(server.vm() + "-load.log"),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  /** False if the line is not progress but something to read. */
  private boolean reportProgress(DatabaseServer server, String line) {
    if (!line.startsWith("{")) {
      return false;
    }
    try {
      JsonNode json = JSON.readTree(line);
      String stage = json.path("stage").asText();
      // Done is only done when the server runs with the settings of the run.
      if (!stage.equals("done")) {
        listener.onLoadProgress(
            new LoadProgress(
                server.vm(),
                stage,
                json.path("table").asText(),
                json.path("rows").asLong(),
                json.path("bytes").asLong(),
                json.path("share").asDouble(),
                json.path("rowsPerSecond").asDouble(),
                number(json, "bytesPerSecond"),
                number(json, "etaSeconds")));
      }
      return true;
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static OptionalDouble number(JsonNode json, String key) {
    JsonNode value = json.path(key);
    return value.isNumber() ? OptionalDouble.of(value.asDouble()) : OptionalDouble.empty();
  }

  private static QuartetException failure(DatabaseServer server, int exitCode, String output) {
    String message =
        server.vm() + ": quartet-load ended with exit code " + exitCode + ": " + output;
    return exitCode == EXIT_CANNOT_CONNECT
        ? new QuartetException(
            Kind.ENVIRONMENT, "LOADER_CANNOT_CONNECT", message + "\nIs the database up?")
        : new QuartetException(
            Kind.LOAD_OR_CHECK,
            "LOAD_FAILED",
            message + "\nRun quartet load again, or quartet down first to begin anew.");
  }
}
