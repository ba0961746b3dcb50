package io.quartet.provision.internal;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine.Vm;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.model.size.PostgresSize;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Purpose;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Settings of the database servers on one machine. Durable always; memory by role from what the
 * machine has.
 *
 * <p>A quarter of the memory becomes shared buffers: two parts for each VM2, which reads much, and
 * one for each VM3.
 *
 * @param databases all databases on the machine
 */
public record ClusterSettings(RunPlan plan, Machine machine, List<Vm> databases) {

  private static final long BLOCK_BYTES = 8_192;

  /** Sessions beside Tier A's: checks, statistics, an operator. */
  private static final int ADMINISTRATION_SESSIONS = 12;

  /** quartet-load with as many threads as it takes. */
  private static final int LOADER_SESSIONS = 150;

  private static final String HUGE_PAGES = "huge_pages";
  private static final String OFF = "off";

  private static final Duration CHECKPOINT_TIMEOUT = Duration.ofMinutes(15);

  public ClusterSettings {
    databases = List.copyOf(databases);
  }

  /** For a plan whose databases are all on one machine. */
  public ClusterSettings(RunPlan plan, Machine machine) {
    this(
        plan,
        machine,
        plan.sets().stream()
            .flatMap(set -> plan.databaseRoles().stream().map(role -> new Vm(set, role)))
            .toList());
  }

  /** Connections the plan needs on one database. */
  public int maxConnections() {
    return sessions(plan);
  }

  /** Most sessions of a run on one database: those of Tier A, and those of the driver. */
  public static int sessions(RunPlan plan) {
    return plan.userSessions() + plan.marketSessions() + ADMINISTRATION_SESSIONS;
  }

  /** Memory of a VM: its limit, otherwise its share of the machine's. */
  private long memoryBytes(VmSet set, VmRole role) {
    return limitBytes(set, role).orElse(machine.memoryBytes() / Math.max(1, databases.size()));
  }

  private OptionalLong limitBytes(VmSet set, VmRole role) {
    return plan.provider().size(set, role).memoryBytes();
  }

  /**
   * The settings that the plan gives a database, with shares of memory as PostgreSQL reads them.
   */
  public Map<String, String> ofPlan(VmSet set, VmRole role) {
    return plan.provider().size(set, role).settingsWithin(memoryBytes(set, role));
  }

  /**
   * Shared buffers of a database in MiB: a quarter of what its VM may have, or as the plan says.
   */
  public long sharedBuffersMib(VmSet set, VmRole role) {
    OptionalLong said =
        PostgresSize.bytes(ofPlan(set, role).getOrDefault("shared_buffers", ""), BLOCK_BYTES);
    return said.isPresent() ? said.getAsLong() / Bytes.MIB : ownSharedBuffersMib(set, role);
  }

  /** A server that counts on more than the hard limit of its VM is killed. */
  private long ownSharedBuffersMib(VmSet set, VmRole role) {
    OptionalLong limit = limitBytes(set, role);
    if (limit.isPresent()) {
      return clamp(limit.getAsLong() / Bytes.MIB / 4, 32, 8192);
    }
    long parts = databases.stream().mapToLong(vm -> parts(vm.role())).sum();
    return clamp(
        machine.memoryBytes() / 4 * parts(role) / Math.max(1, parts) / Bytes.MIB, 32, 8192);
  }

  private static long parts(VmRole role) {
    return role == VmRole.DSS ? 2 : 1;
  }

  private static long clamp(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }

  /** Shared memory of all servers that want it in huge pages during a run, in bytes, at most. */
  public long hugePageBytes() {
    String ours = hugePages();
    long mib = 0;
    for (Vm vm : databases) {
      if (!ofPlan(vm.set(), vm.role()).getOrDefault(HUGE_PAGES, ours).equals(OFF)) {
        mib += sharedMemoryMib(sharedBuffersMib(vm.set(), vm.role()));
      }
    }
    return mib * Bytes.MIB;
  }

  /**
   * The kernel counts huge pages in no control group. If one database has a limit, none has huge
   * pages, so that the servers of a role are alike.
   */
  private String hugePages() {
    boolean hasLimits =
        databases.stream().anyMatch(vm -> limitBytes(vm.set(), vm.role()).isPresent());
    return hasLimits ? OFF : "try";
  }

  /** Buffers, their table, and locks of all sessions; never less than a server takes. */
  private long sharedMemoryMib(long buffersMib) {
    return buffersMib + buffersMib / 32 + 64 + maxConnections() / 2;
  }

  /** All settings of a server in file order. */
  public Map<String, String> of(DatabaseServer server, Purpose purpose, Path socketFolder) {
    VmSet set = server.set();
    VmRole role = server.role();
    long memoryMib = machine.memoryBytes() / Bytes.MIB;
    boolean isLimited = limitBytes(set, role).isPresent();
    long mineMib = memoryBytes(set, role) / Bytes.MIB;
    long buffersMib =
        purpose == Purpose.RUNNING ? sharedBuffersMib(set, role) : ownSharedBuffersMib(set, role);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("listen_addresses", server.host());
    settings.put("port", Integer.toString(server.port()));
    settings.put("unix_socket_directories", socketFolder.toString());
    settings.put("unix_socket_permissions", "0700");
    settings.put("max_connections", Integer.toString(maxConnections()));
    settings.put("password_encryption", "scram-sha-256");
    settings.put("cluster_name", plan.name());

    settings.put("fsync", "on");
    settings.put("synchronous_commit", "on");
    settings.put("full_page_writes", "on");

    settings.put("shared_buffers", buffersMib + "MB");
    settings.put("effective_cache_size", Math.max(buffersMib, mineMib / 2) + "MB");
    settings.put("work_mem", clamp((isLimited ? mineMib : memoryMib) / 512, 4, 64) + "MB");
    settings.put("jit", "off");
    settings.put("random_page_cost", "1.1");
    // Serializable transactions read pages in many places: too small a table of predicate locks
    // turns row locks into table locks, and those into false conflicts.
    settings.put("max_pred_locks_per_transaction", "1024");
    settings.put("max_pred_locks_per_page", "16");
    settings.put("max_parallel_workers_per_gather", "0");
    settings.put(
        "max_wal_size", clamp(memoryMib / Math.max(1, databases.size()) / 2, 512, 8192) + "MB");
    settings.put("track_io_timing", "on");
    settings.put("log_checkpoints", "on");
    settings.put("log_error_verbosity", "default");
    settings.put("log_min_messages", "warning");
    settings.put("log_line_prefix", "%m [%p] ");
    settings.put("log_timezone", "UTC");
    settings.put("timezone", "UTC");
    settings.putAll(purposeSettings(purpose, isLimited ? mineMib : memoryMib / 4, mineMib));
    if (purpose == Purpose.RUNNING) {
      settings.putAll(ofPlan(set, role));
    }
    return settings;
  }

  /**
   * @param loadMib memory of which a load may take a part for its index builds
   * @param mineMib memory the database may count on during a run
   */
  private Map<String, String> purposeSettings(Purpose purpose, long loadMib, long mineMib) {
    Map<String, String> settings = new LinkedHashMap<>();
    switch (purpose) {
      case LOADING -> {
        settings.put(HUGE_PAGES, OFF);
        settings.put(
            "max_connections", Integer.toString(Math.max(maxConnections(), LOADER_SESSIONS)));
        settings.put("wal_level", "minimal");
        settings.put("max_wal_senders", "0");
        settings.put("autovacuum", "off");
        settings.put("checkpoint_timeout", "1h");
        settings.put("maintenance_work_mem", clamp(loadMib / 8, 32, 2048) + "MB");
        settings.put("max_parallel_maintenance_workers", "0");
      }
      case RUNNING -> {
        settings.put(HUGE_PAGES, hugePages());
        settings.put("wal_level", "replica");
        // A copy in a run has two, and those of the copy before it may be about to end.
        settings.put("max_wal_senders", "4");
        settings.put("autovacuum", "on");
        settings.put("checkpoint_timeout", CHECKPOINT_TIMEOUT.toMinutes() + "min");
        settings.put("checkpoint_completion_target", "0.9");
        settings.put("maintenance_work_mem", clamp(mineMib / 16, 32, 1024) + "MB");
      }
    }
    return settings;
  }

  /** The settings as lines of a configuration file. */
  public static String asFile(Map<String, String> settings) {
    StringBuilder text = new StringBuilder("# Written by Quartet; changes are lost.\n");
    settings.forEach(
        (name, value) ->
            text.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    return text.toString();
  }
}
