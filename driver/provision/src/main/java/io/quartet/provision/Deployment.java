package io.quartet.provision;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.ClientLoad.Origin;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.Storage;
import io.quartet.results.events.EventSink;
import io.quartet.tiera.client.TierAPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The running VMs of a plan, as addresses. Safe for use by several threads. */
public interface Deployment extends AutoCloseable {

  /** Longest start of a server: it may have to replay the log of a load that was killed. */
  Duration RECOVERY_LIMIT = Duration.ofMinutes(5);

  /** All database servers: Set by Set, DSS before OLTP. */
  List<DatabaseServer> databases();

  default DatabaseServer database(VmSet set, VmRole role) {
    return databases().stream()
        .filter(server -> server.set().equals(set) && server.role() == role)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no database " + set.vmName(role)));
  }

  /** File in pgpass format with the password of every database, readable by this account only. */
  Path passwordFile();

  /** Folder for the output of processes that work on this deployment. */
  Path logFolder();

  /**
   * Name of the tablespace that takes the tables or the indexes of every database; empty for the
   * database's own.
   */
  default Optional<String> tablespace(Storage storage) {
    return Optional.empty();
  }

  /**
   * Where {@code quartet-load} runs for a database of a server.
   *
   * @param indexes name of an index profile, or the path of a folder
   */
  default LoaderPlace loader(DatabaseServer server, String database, String indexes) {
    return LoaderPlace.here(server, database, indexes, passwordFile());
  }

  /** Where a tool runs for the database of a server. */
  default ToolPlace tool(DatabaseServer server, Origin origin) {
    return ToolPlace.here(server, passwordFile());
  }

  /** A program in the folder of the programs of the servers; empty if it is not there. */
  default Optional<Path> programBesideServer(String name) {
    return Optional.empty();
  }

  /** Databases to load, copy or check at a time, at least 1: as many as there are processors. */
  default int databasesAtATime() {
    return Math.max(1, Math.min(Runtime.getRuntime().availableProcessors(), databases().size()));
  }

  /**
   * Sets one server up for a purpose; restarts it when that is a change. Prepared machines are only
   * looked at.
   *
   * @throws io.quartet.model.QuartetException MACHINES_NOT_READY and others of kind ENVIRONMENT
   */
  void prepare(DatabaseServer server, Purpose purpose);

  /**
   * Starts the server again if it is gone and ours to start, and waits until it answers.
   *
   * @return true if it was gone
   * @throws io.quartet.model.QuartetException SERVER_DID_NOT_START and others of kind ENVIRONMENT
   */
  boolean ensureRunning(DatabaseServer server);

  /**
   * Stops a server in order and starts it again, so that its buffers are empty.
   *
   * @throws io.quartet.model.QuartetException SERVER_DID_NOT_STOP, SERVER_DID_NOT_START and others
   *     of kind ENVIRONMENT
   * @throws UnsupportedOperationException for servers that Quartet did not make
   */
  void restart(DatabaseServer server);

  /** Drops the page cache of each machine with databases, or says why it was kept. */
  List<PageCache> dropPageCaches();

  /**
   * Ends a server and all its sessions at one moment, without a chance to write anything more. What
   * the operating system has of its files stays; only pulling power would take that too. {@link
   * #ensureRunning} brings the server back.
   *
   * @throws io.quartet.model.QuartetException SERVER_NOT_KILLED
   */
  void kill(DatabaseServer server);

  /**
   * How a server and all its sessions are made to stand still, and to go on.
   *
   * @throws io.quartet.model.QuartetException SERVER_NOT_PAUSED if it does not run
   */
  MachineChange pause(DatabaseServer server);

  /**
   * How a VM gets another limit while it runs, and its former ones back.
   *
   * @throws io.quartet.model.QuartetException LIMITS_NOT_POSSIBLE
   */
  MachineChange limit(String vm, EventAction.OnVm limit);

  /**
   * Command of this machine that starts a server again without this process; empty if the next verb
   * of the deployment starts it anyway.
   */
  default Optional<List<String>> startCommand(DatabaseServer server) {
    return Optional.empty();
  }

  /**
   * A copy of the databases of one server that replaces those of another; not made yet.
   *
   * @throws UnsupportedOperationException where Quartet cannot replace the files of servers
   */
  default DatabaseCopy copy(DatabaseServer source, DatabaseServer target, Copy.Method method) {
    throw new UnsupportedOperationException("no copies of servers on other machines");
  }

  /**
   * Makes sure that the disks have room for copies of the databases of a server, which are made one
   * after the other and replace what their targets hold.
   *
   * @throws io.quartet.model.QuartetException DISK_TOO_SMALL
   * @throws UnsupportedOperationException as {@link #copy}
   */
  default void requireRoomForCopies(DatabaseServer source, List<DatabaseServer> targets) {
    throw new UnsupportedOperationException("no copies of servers on other machines");
  }

  /**
   * Makes sure that the disks have room for more, as far as they can be seen from here.
   *
   * @param bytes bytes to come by server and tablespace ({@code pg_default}, {@code quartet_data},
   *     {@code quartet_index})
   * @throws io.quartet.model.QuartetException DISK_TOO_SMALL
   */
  void requireRoom(Map<DatabaseServer, Map<String, Long>> bytes);

  /** False once the server's process is known to be gone. */
  boolean isAlive(DatabaseServer server);

  /** Process id of the server's main process, empty when it cannot be seen from here. */
  OptionalLong processId(DatabaseServer server);

  /** Last lines of the server's log, for error messages; empty when it cannot be read. */
  String logTail(DatabaseServer server);

  /** Where the Tier A of a Set listens, once it is started. */
  TierAPlace tierA(VmSet set);

  /** Starts the Tier A process of a Set, or names its service; returns at once. */
  TierAProcess startTierA(VmSet set);

  /**
   * Lets a Tier A process with the settings of the real one connect to its databases and end; on
   * prepared machines the databases are asked from here.
   *
   * @return what it printed: a line of JSON per database ({@code vm}, {@code version}, {@code
   *     error}), or an error in words
   */
  String probeTierA(VmSet set);

  /** Logs of all VMs by name; a file that is not there was never written. */
  Map<String, Path> logs();

  /** Folders of this machine that hold the databases; none if they are on other machines. */
  default List<Path> dataFolders() {
    return List.of();
  }

  /** Facts about the place for the report: versions, isolation, sizes. Plain JSON values. */
  Map<String, Object> facts();

  /** True if the databases stay up when this is closed. */
  boolean survives();

  /** Events that are reported until this is closed. */
  interface Notices extends AutoCloseable {
    /** Reports what has happened until now, then nothing more. Never throws. */
    @Override
    void close();
  }

  /**
   * Reports to a run what happens to its servers and the run itself cannot see: {@code
   * serverLockLost}, {@code serverLockRestored} and {@code serverInUse}, of prepared machines. What
   * came before and still holds is reported too.
   */
  default Notices reportTo(EventSink events) {
    return () -> {};
  }

  /** Ends what this process owns; leaves surviving servers alone. Never throws. */
  @Override
  void close();
}
