package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Storage;
import io.quartet.provision.DatabaseCopy;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A copy of the files of one cluster that replaces those of another. It is made in folders beside
 * those of the target, and a rename puts it in place.
 */
final class ClusterCopy implements DatabaseCopy {

  private static final Duration STOP_GRACE = Duration.ofSeconds(3);

  private final Cluster source;
  private final Cluster target;
  private final Cluster.Context context;
  private final Optional<List<String>> clone;

  /**
   * @param clone command that clones files; empty for a base backup
   */
  ClusterCopy(
      Cluster source, Cluster target, Cluster.Context context, Optional<List<String>> clone) {
    this.source = source;
    this.target = target;
    this.context = context;
    this.clone = clone;
  }

  /**
   * Makes sure that every disk has room. Copies are made one after the other, so there is one more
   * of them than targets need, and each of these replaces what its target has.
   *
   * @throws QuartetException DISK_TOO_SMALL
   */
  static void requireRoom(Cluster source, List<Cluster> targets) {
    DiskNeeds needs = new DiskNeeds();
    try {
      for (int part = 0; part < source.parts().size(); part++) {
        long bytes = FileTrees.bytes(source.parts().get(part));
        for (Cluster target : targets) {
          Path replaced = target.parts().get(part);
          needs.add(replaced, Math.max(0, bytes - FileTrees.bytes(replaced)));
        }
        needs.add(source.parts().get(part), bytes);
      }
      needs.require(
          "the copies of " + source.server().vm(), "Free disk space, or copy to fewer VMs");
    } catch (IOException e) {
      throw source.cannotSetUp(e);
    }
  }

  @Override
  public Commands.Result make(Runner runner) {
    removeCopies();
    return clone
        .map(command -> new ClusterClone(source, target, context, command))
        .map(one -> one.make(runner, this::program))
        .orElseGet(() -> baseBackup(runner));
  }

  private void removeCopies() {
    target.parts().forEach(part -> FileTrees.delete(Cluster.staged(part)));
  }

  private Commands.Result baseBackup(Runner runner) {
    Path password = target.copyPassword();
    try {
      try {
        DataFolder.writeSecret(password, Files.readString(context.data().passwordFile()));
        context.account().own(password);
        return runner.run(program(baseBackupCommand(), Map.of("PGPASSFILE", password.toString())));
      } finally {
        Files.deleteIfExists(password);
      }
    } catch (IOException e) {
      throw target.cannotSetUp(e);
    }
  }

  private List<String> baseBackupCommand() {
    DatabaseServer server = source.server();
    List<String> command =
        new ArrayList<>(
            List.of(
                CopyProgram.baseBackup(context.postgres()).toString(),
                "--host=" + context.data().socketFolder(server.vm()),
                "--port=" + server.port(),
                "--username=" + DatabaseServer.DATABASE,
                "--no-password",
                "--pgdata=" + Cluster.staged(target.dataFolder()),
                "--checkpoint=fast",
                "--wal-method=stream",
                "--no-manifest"));
    for (Storage storage : List.of(Storage.DATA, Storage.INDEX)) {
      folder(storage, source)
          .ifPresent(
              from ->
                  command.add(
                      "--tablespace-mapping="
                          + from
                          + "="
                          + Cluster.staged(folder(storage, target).orElseThrow())));
    }
    folder(Storage.WAL, target).ifPresent(wal -> command.add("--waldir=" + Cluster.staged(wal)));
    return command;
  }

  private Optional<Path> folder(Storage storage, Cluster cluster) {
    return context.storage().folder(storage, cluster.server().vm());
  }

  /** A program with the account of the servers, within the limits of the target. */
  private OwnedProcess.Spec program(List<String> command, Map<String, String> environment) {
    List<String> words = new ArrayList<>(List.of("within"));
    context
        .groups()
        .ensure(target.server().vm(), target.server().role(), target.size())
        .forEach(group -> words.add(group.toString()));
    words.add("--");
    words.addAll(context.account().command(command));
    Map<String, String> all = new HashMap<>(environment);
    all.put("LC_ALL", "C");
    return new OwnedProcess.Spec(
        "copy to " + target.server().vm(),
        EventScript.here(words),
        all,
        target.folder(),
        target.log(),
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }

  @Override
  public long adopt() {
    try {
      long bytes = 0;
      for (Path part : target.parts()) {
        bytes += FileTrees.bytes(Cluster.staged(part));
      }
      finish();
      target.adoptCopies();
      return bytes;
    } catch (IOException e) {
      throw target.cannotSetUp(e);
    }
  }

  /** Makes the copy one of the target: its settings and places. */
  void finish() {
    try {
      linkToTarget();
      target.configureCopy();
    } catch (IOException e) {
      throw target.cannotSetUp(e);
    }
  }

  /** Links in the copy lead to where its parts will be. */
  private void linkToTarget() throws IOException {
    Path data = Cluster.staged(target.dataFolder());
    Map<Path, Path> places = new HashMap<>();
    for (int part = 0; part < target.parts().size(); part++) {
      Path place = target.parts().get(part);
      places.put(Cluster.staged(place), place);
      places.put(source.parts().get(part), place);
    }
    List<Path> links = new ArrayList<>(List.of(data.resolve("pg_wal")));
    try (Stream<Path> tablespaces = Files.list(data.resolve("pg_tblspc"))) {
      tablespaces.forEach(links::add);
    }
    for (Path link : links) {
      if (Files.isSymbolicLink(link)) {
        Path place = places.get(Files.readSymbolicLink(link));
        if (place == null) {
          throw new IOException(link + " leads to " + Files.readSymbolicLink(link));
        }
        Files.delete(link);
        Files.createSymbolicLink(link, place);
      }
    }
  }

  @Override
  public void close() {
    removeCopies();
  }
}
