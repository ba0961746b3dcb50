package io.quartet.provision.embedded;

import io.quartet.model.plan.Storage;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseCopy.Runner;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.OwnedProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Clones the files of a server that works, by the low-level functions of a base backup: files are
 * cloned between begin and end of the backup, and after it the write-ahead log that makes them
 * consistent. A temporary slot keeps that log until then.
 */
final class ClusterClone {

  /** What a backup leaves out: state of the process, and what a start makes or reads anew. */
  private static final Set<String> LEFT_OUT =
      Set.of("postmaster.pid", "postmaster.opts", "backup_label", "tablespace_map");

  /** Folders that a copy has empty; the log is cloned after the backup. */
  private static final Set<String> EMPTY =
      Set.of(
          "pg_wal",
          "pg_replslot",
          "pg_stat_tmp",
          "pg_dynshmem",
          "pg_notify",
          "pg_serial",
          "pg_snapshots",
          "pg_subtrans");

  private static final int FIRST_WITH_NEW_NAMES = 15;

  private final Cluster source;
  private final Cluster target;
  private final Cluster.Context context;
  private final List<String> command;

  /**
   * @param command clones files, those of its arguments but the last, which is the place
   */
  ClusterClone(Cluster source, Cluster target, Cluster.Context context, List<String> command) {
    this.source = source;
    this.target = target;
    this.context = context;
    this.command = List.copyOf(command);
  }

  /**
   * Makes it.
   *
   * @param program a command with an environment, as the servers run it
   */
  Commands.Result make(
      Runner runner, BiFunction<List<String>, Map<String, String>, OwnedProcess.Spec> program) {
    Path data = Cluster.staged(target.dataFolder());
    try (Connection connection =
            Connections.open(
                source.server(), Connections.MAINTENANCE_DATABASE, context.data().passwordFile());
        Statement backup = connection.createStatement()) {
      boolean isOld = context.postgres().major() < FIRST_WITH_NEW_NAMES;
      backup.execute(
          "SELECT pg_create_physical_replication_slot('quartet_copy_"
              + target.server().set().name()
              + "', true, true)");
      backup.execute(
          isOld
              ? "SELECT pg_start_backup('quartet', true, false)"
              : "SELECT pg_backup_start('quartet', true)");
      Commands.Result result = cloneParts(runner, program);
      String label =
          text(
              backup,
              isOld
                  ? "SELECT labelfile FROM pg_stop_backup(false, false)"
                  : "SELECT labelfile FROM pg_backup_stop(false)");
      if (!result.isSuccess()) {
        return result;
      }
      write(data.resolve("backup_label"), label);
      return cloneLog(runner, program);
    } catch (SQLException e) {
      return new Commands.Result(1, source.server().place() + ": " + e.getMessage(), false);
    } catch (IOException e) {
      throw target.cannotSetUp(e);
    }
  }

  private static String text(Statement statement, String query) throws SQLException {
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getString(1);
    }
  }

  private Commands.Result cloneParts(
      Runner runner, BiFunction<List<String>, Map<String, String>, OwnedProcess.Spec> program)
      throws IOException {
    Path data = Cluster.staged(target.dataFolder());
    DataFolder.createPrivate(data, context.account());
    List<String> words = new ArrayList<>(command);
    try (Stream<Path> files = Files.list(source.dataFolder())) {
      files
          .filter(file -> !LEFT_OUT.contains(file.getFileName().toString()))
          .filter(file -> !EMPTY.contains(file.getFileName().toString()))
          .forEach(file -> words.add(file.toString()));
    }
    words.add(data.toString());
    for (String name : EMPTY) {
      if (!Files.isSymbolicLink(source.dataFolder().resolve(name))) {
        DataFolder.createPrivate(data.resolve(name), context.account());
      }
    }
    Commands.Result result = runner.run(program.apply(words, Map.of()));
    for (Storage storage : List.of(Storage.DATA, Storage.INDEX)) {
      if (result.isSuccess() && isElsewhere(storage)) {
        result = runner.run(program.apply(cloneOf(storage), Map.of()));
      }
    }
    return result;
  }

  private boolean isElsewhere(Storage storage) {
    return context.storage().roots().containsKey(storage);
  }

  private List<String> cloneOf(Storage storage) {
    List<String> words = new ArrayList<>(command);
    words.add(context.storage().folder(storage, source.server().vm()).orElseThrow().toString());
    words.add(
        Cluster.staged(context.storage().folder(storage, target.server().vm()).orElseThrow())
            .toString());
    return words;
  }

  /** The server has stopped the backup, so the log is complete. */
  private Commands.Result cloneLog(
      Runner runner, BiFunction<List<String>, Map<String, String>, OwnedProcess.Spec> program)
      throws IOException {
    if (isElsewhere(Storage.WAL)) {
      Files.createSymbolicLink(
          Cluster.staged(target.dataFolder()).resolve("pg_wal"),
          Cluster.staged(
              context.storage().folder(Storage.WAL, target.server().vm()).orElseThrow()));
      return runner.run(program.apply(cloneOf(Storage.WAL), Map.of()));
    }
    List<String> words = new ArrayList<>(command);
    words.add(source.dataFolder().resolve("pg_wal").resolve(".").toString());
    words.add(Cluster.staged(target.dataFolder()).resolve("pg_wal").toString());
    return runner.run(program.apply(words, Map.of()));
  }

  private void write(Path file, String text) throws IOException {
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    context.account().own(file);
  }
}
