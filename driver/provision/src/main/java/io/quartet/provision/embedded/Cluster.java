package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.size.VmSize;
import io.quartet.provision.Connections;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.MachineChange;
import io.quartet.provision.Ownership;
import io.quartet.provision.Purpose;
import io.quartet.provision.WriteObstacle;
import io.quartet.provision.internal.ClusterSettings;
import io.quartet.provision.internal.ControlGroups;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.HugePageLimit;
import io.quartet.provision.internal.ServerAccount;
import io.quartet.provision.internal.Tablespaces;
import io.quartet.provision.internal.WholeFile;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;

/** One PostgreSQL cluster: its folder, its settings, its server process. */
final class Cluster {

  private static final Duration START_LIMIT = Deployment.RECOVERY_LIMIT;

  private static final String ACCESS_RULES =
      "local all all scram-sha-256\nhost all all 127.0.0.0/8 scram-sha-256\n";

  /** Of a server that is copied in runs: its socket is in a folder that others cannot enter. */
  private static final String COPY_RULE =
      "local replication " + DatabaseServer.DATABASE + " scram-sha-256\n";

  private static final Duration STOP_GRACE = Duration.ofSeconds(6);
  private static final int STATUS_LINE = 7;

  private final DatabaseServer server;
  private final Context context;
  private volatile OwnedProcess process;
  private volatile ServerLog started;

  /** Properties that all clusters of a deployment share. */
  record Context(
      RunPlan plan,
      DataFolder data,
      StorageFolders storage,
      PostgresInstallation postgres,
      ServerAccount account,
      ClusterSettings settings,
      ControlGroups groups,
      Ownership ownership) {}

  Cluster(DatabaseServer server, Context context) {
    this.server = server;
    this.context = context;
    this.started = new ServerLog(log(), 0);
  }

  DatabaseServer server() {
    return server;
  }

  VmSize size() {
    return context.plan().provider().size(server.set(), server.role());
  }

  Path folder() {
    return context.data().vm(server.vm());
  }

  Path dataFolder() {
    return folder().resolve("data");
  }

  /** All folders with files of the cluster. */
  List<Path> parts() {
    List<Path> parts = new ArrayList<>(List.of(dataFolder()));
    for (Storage storage : Storage.values()) {
      context.storage().folder(storage, server.vm()).ifPresent(parts::add);
    }
    return parts;
  }

  /** Folder beside a part, for a copy that is to replace it. */
  static Path staged(Path part) {
    return part.resolveSibling(part.getFileName() + ".copy");
  }

  /** There while a program copies. */
  Path copyPassword() {
    return folder().resolve("copy-password");
  }

  /** There while complete copies replace the parts. */
  private Path adoption() {
    return folder().resolve("copied");
  }

  Path log() {
    return folder().resolve("server.log");
  }

  private Path purposeFile() {
    return folder().resolve("purpose");
  }

  /** Copies a data folder and sets the cluster up for loading. */
  void createFrom(Path source) throws IOException {
    DataFolder.createPrivate(folder(), context.account());
    DataFolder.createPrivate(context.data().socketFolder(server.vm()), context.account());
    context.storage().create(server.vm(), context.account());
    copy(source, dataFolder());
    Optional<Path> wal = context.storage().folder(Storage.WAL, server.vm());
    if (wal.isPresent()) {
      Path usual = dataFolder().resolve("pg_wal");
      copy(usual.resolve("."), wal.get());
      FileTrees.delete(usual);
      Files.createSymbolicLink(usual, wal.get());
    }
    configure(Purpose.LOADING);
  }

  private void copy(Path from, Path to) {
    Commands.Result copy =
        Commands.run(
            context.data().folder(),
            List.of("cp", "-a", "--reflink=auto", from.toString(), to.toString()));
    if (!copy.isSuccess()) {
      throw QuartetException.environment(
          "CLUSTER_NOT_CREATED",
          server.vm()
              + ": "
              + to
              + " could not be created: "
              + copy.output()
              + ". Is the disk full?");
    }
  }

  private Path settingsFile() {
    return dataFolder().resolve("quartet.conf");
  }

  private String settings(Purpose purpose) {
    return ClusterSettings.asFile(
        context.settings().of(server, purpose, context.data().socketFolder(server.vm())));
  }

  private Path accessFile() {
    return dataFolder().resolve("pg_hba.conf");
  }

  private String accessRules() {
    boolean isCopied =
        context.plan().schedule().events().stream()
            .anyMatch(event -> event.on().equals(server.vm()) && !event.copies().isEmpty());
    return isCopied ? ACCESS_RULES + COPY_RULE : ACCESS_RULES;
  }

  private void configure(Purpose purpose) throws IOException {
    writeSettings(dataFolder(), purpose);
    WholeFile.write(purposeFile(), purpose.name().getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the files by which a server of this cluster differs from others. */
  private void writeSettings(Path data, Purpose purpose) throws IOException {
    write(data.resolve(settingsFile().getFileName()), settings(purpose));
    write(data.resolve(accessFile().getFileName()), accessRules());
  }

  private void write(Path file, String text) throws IOException {
    WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8), context.account()::own);
  }

  /** Gives it today's settings for the purpose that it has. The server must not run. */
  void configureAgain() throws IOException {
    configure(purpose());
  }

  private Purpose purpose() throws IOException {
    return Purpose.valueOf(Files.readString(purposeFile()));
  }

  /**
   * Sets the cluster up for a purpose, with the limits of the plan. Restarts its server when its
   * settings change, or when it uses more memory than it may from now on.
   *
   * @throws QuartetException SERVER_DID_NOT_START, SERVER_NOT_WRITABLE
   */
  synchronized void prepare(Purpose purpose) {
    try {
      boolean isSetUp =
          purpose() == purpose
              && Files.readString(settingsFile()).equals(settings(purpose))
              && Files.readString(accessFile()).equals(accessRules());
      if (isSetUp && context.groups().hasRoom(server.vm(), size())) {
        // A start that was interrupted may have left it outside.
        join(context.groups().create(server.vm(), server.role(), size()));
      } else {
        stop();
        configure(purpose);
        startAgain();
      }
    } catch (IOException e) {
      throw cannotSetUp(e);
    }
    WriteObstacle.requireNone(server, context.data().passwordFile());
  }

  /** Gives a copy that is to replace its data its settings. */
  void configureCopy() throws IOException {
    writeSettings(staged(dataFolder()), purpose());
  }

  /**
   * Puts copies of all parts, which are complete, in place of the parts. The server is stopped and
   * started for it.
   *
   * @throws QuartetException SERVER_DID_NOT_STOP, SERVER_DID_NOT_START
   */
  synchronized void adoptCopies() {
    try {
      stop();
      // From here on a driver that is killed leaves it to the next one.
      Files.createFile(adoption());
      settleCopies();
      startAgain();
    } catch (IOException e) {
      throw cannotSetUp(e);
    }
  }

  /** Puts complete copies in place if the server does not run, and removes others. */
  void settleCopies() throws IOException {
    Files.deleteIfExists(copyPassword());
    boolean areComplete = Files.exists(adoption()) && processId().isEmpty();
    for (Path part : parts()) {
      Path copy = staged(part);
      if (areComplete && Files.exists(copy)) {
        FileTrees.delete(part);
        Files.move(copy, part);
      } else {
        FileTrees.delete(copy);
      }
    }
    Files.deleteIfExists(adoption());
  }

  /** Stops the server in order and starts it again. */
  synchronized void restart() {
    try {
      stop();
    } catch (CancellationException e) {
      // Others use it after the run that was stopped.
      if (context.ownership() == Ownership.SURVIVING) {
        Waiting.uninterrupted(this::startAgain);
      }
      throw e;
    }
    startAgain();
  }

  /** The error of files of the cluster that could not be read or written. */
  QuartetException cannotSetUp(IOException cause) {
    return QuartetException.environment(
        "CLUSTER_NOT_CREATED",
        "the cluster of %s could not be set up in %s (%s). Is the disk full?"
            .formatted(server.vm(), context.data().folder(), cause),
        cause);
  }

  /** Starts the server and returns at once, or when it is ready if it survives us. */
  void start() throws IOException {
    started = ServerLog.from(log());
    if (purpose() == Purpose.RUNNING) {
      HugePageLimit.ofMachine().raise(context.data().folder(), context.settings().hugePageBytes());
    }
    List<Path> groups = context.groups().create(server.vm(), server.role(), size());
    // A killed server leaves these, and init may be slow to let go of its process id.
    Files.deleteIfExists(dataFolder().resolve("postmaster.pid"));
    Path sockets = context.data().socketFolder(server.vm());
    Files.deleteIfExists(sockets.resolve(".s.PGSQL." + server.port() + ".lock"));
    if (context.ownership() == Ownership.OWNED) {
      process =
          OwnedProcess.start(
              new OwnedProcess.Spec(
                  server.vm(),
                  List.of(context.postgres().program("postgres"), "-D", dataFolder().toString()),
                  Map.of("LC_ALL", "C", "TZ", "UTC"),
                  folder(),
                  log(),
                  // The data goes with the server, so nothing is gained by a last checkpoint.
                  "QUIT",
                  STOP_GRACE,
                  context.account().name(),
                  groups));
      return;
    }
    try {
      Commands.Result result = control("start", "-l", log().toString());
      if (!result.isSuccess()) {
        throw didNotStart();
      }
    } finally {
      join(groups); // Even if this thread was interrupted: the server starts nevertheless.
    }
  }

  /** Moves the processes of the server into its groups; does nothing if it does not run. */
  private void join(List<Path> groups) throws IOException {
    OptionalLong postmaster = processId();
    if (postmaster.isPresent()) {
      // First the postmaster: the children that it starts from then on begin in the groups.
      ControlGroups.join(groups, List.of(postmaster.getAsLong()));
      List<Long> children = new ArrayList<>();
      ProcessHandle.of(postmaster.getAsLong())
          .ifPresent(handle -> handle.children().forEach(child -> children.add(child.pid())));
      ControlGroups.join(groups, children);
    }
  }

  /**
   * Starts the server if it is gone, or going, and waits until it answers.
   *
   * @return true if it was started
   */
  synchronized boolean ensureRunning() {
    boolean isStarted = false;
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      if (processId().isEmpty()) {
        startAgain();
        isStarted = true;
      }
      if (isReady() && answers()) {
        return isStarted;
      }
      if (System.nanoTime() > deadline || !Waiting.pause(Duration.ofMillis(100))) {
        throw didNotStart();
      }
    }
  }

  /**
   * Ends the server and its sessions with KILL, all at one moment, and waits until they are gone.
   */
  synchronized void kill() {
    OptionalLong postmaster = processId();
    if (postmaster.isEmpty() || !OrphanProcesses.kill(dataFolder(), postmaster.getAsLong())) {
      throw QuartetException.environment(
          "SERVER_NOT_KILLED",
          server.vm()
              + ": PostgreSQL in "
              + dataFolder()
              + (postmaster.isEmpty() ? " was not running." : " survived signal KILL.")
              + " The end of its log:\n"
              + logTail());
    }
  }

  /** How the server and its sessions are made to stand still, and to go on. */
  MachineChange pause() {
    long postmaster =
        processId()
            .orElseThrow(
                () ->
                    QuartetException.environment(
                        "SERVER_NOT_PAUSED",
                        server.vm()
                            + ": PostgreSQL in "
                            + dataFolder()
                            + " was not running. The end of its log:\n"
                            + logTail()));
    return OrphanProcesses.pause(dataFolder(), postmaster);
  }

  private void startAgain() {
    // Sessions that outlived their postmaster may still write: a second server beside them would
    // ruin the cluster.
    if (!OrphanProcesses.end(dataFolder())) {
      throw didNotStop("processes in " + dataFolder() + " are still running and cannot be ended");
    }
    end();
    Ports.requireFree(server.host(), server.port());
    try {
      start();
    } catch (IOException e) {
      throw cannotSetUp(e);
    }
    awaitReady();
  }

  /** False while the server recovers or ends, even if its files say otherwise. */
  @SuppressWarnings("try") // Only that it opens matters.
  private boolean answers() {
    try (Connection connection =
        Connections.open(server, Connections.MAINTENANCE_DATABASE, context.data().passwordFile())) {
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private Commands.Result control(String verb, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                context.postgres().program("pg_ctl"),
                verb,
                "-D",
                dataFolder().toString(),
                "-s",
                "-w",
                "-t",
                Long.toString(START_LIMIT.toSeconds())));
    command.addAll(List.of(more));
    // pg_ctl gives up by itself.
    return Commands.run(folder(), context.account().command(command), START_LIMIT.plusMinutes(1));
  }

  /** Waits until the server accepts connections. */
  void awaitReady() {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (!isReady()) {
      OwnedProcess current = process;
      boolean isDead = current != null && !current.isAlive();
      if (isDead || System.nanoTime() > deadline || !Waiting.pause(Duration.ofMillis(20))) {
        throw didNotStart();
      }
    }
  }

  private QuartetException didNotStart() {
    List<String> errors = started.errors();
    // Databases that could not be made are removed, with their logs.
    Path kept = started.copyTo(context.data().failedLog(server.vm()));
    return QuartetException.environment(
        "SERVER_DID_NOT_START",
        server.vm()
            + ": PostgreSQL on "
            + server.address()
            + " did not start. "
            + (errors.isEmpty()
                ? "Its log names no error."
                : "Its log says:\n" + String.join("\n", errors))
            + "\nThe log is "
            + kept
            + ". Fix the errors that it names. For an error in a setting, change provider.settings"
            + " or provider.sizes.");
  }

  private boolean isReady() {
    List<String> lines = pidFile();
    return lines.size() > STATUS_LINE && lines.get(STATUS_LINE).strip().equals("ready");
  }

  private List<String> pidFile() {
    try {
      return Files.readAllLines(dataFolder().resolve("postmaster.pid"));
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Id of the postmaster; empty when it does not run. */
  OptionalLong processId() {
    List<String> lines = pidFile();
    if (lines.isEmpty()) {
      return OptionalLong.empty();
    }
    long pid = Long.parseLong(lines.get(0).strip());
    return OrphanProcesses.in(dataFolder(), pid) ? OptionalLong.of(pid) : OptionalLong.empty();
  }

  /** Creates the tablespaces that are missing; the server must be ready. */
  void ensureTablespaces() {
    Tablespaces.ensure(
        server, context.storage().untouched(server.vm()), context.data().passwordFile());
  }

  /** Stops the server in order, with a checkpoint, so that it can be started with new settings. */
  void stop() {
    if (processId().isPresent()) {
      Commands.Result result = control("stop", "-m", "fast");
      if (!result.isSuccess()) {
        throw didNotStop(result.output());
      }
    }
    end();
  }

  private QuartetException didNotStop(String why) {
    return QuartetException.environment(
        "SERVER_DID_NOT_STOP",
        server.vm() + ": PostgreSQL did not stop: " + why + ". Run quartet down.");
  }

  /** Asks an owned server to end at once. */
  void requestEnd() {
    OwnedProcess current = process;
    if (current != null) {
      current.requestStop();
    }
  }

  /** Ends an owned server and waits for its end. */
  void end() {
    OwnedProcess current = process;
    if (current != null) {
      current.close();
      process = null;
    }
  }

  String logTail() {
    return OwnedProcess.tail(log());
  }
}
