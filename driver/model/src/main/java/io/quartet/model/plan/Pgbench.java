package io.quartet.model.plan;

import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.VmRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Scripts of pgbench on databases that it has filled itself. Each Set has one database, and each
 * database one process of pgbench for each phase.
 *
 * @param program absolute name of the program; empty for that of the server, or else the first on
 *     the path
 * @param load clients of each database
 * @param scripts what the clients choose among, at least one
 * @param protocol how statements are sent
 * @param tables what is loaded
 * @param latencyLimit a transaction that takes longer counts as late, and with a rate is skipped if
 *     it would begin later; empty for no limit
 * @param maxTries tries of a transaction that fails by a serialization failure or a deadlock, at
 *     least 1
 * @param seed of the random numbers of all processes
 */
public record Pgbench(
    Optional<String> program,
    ClientLoad load,
    List<Script> scripts,
    Protocol protocol,
    Tables tables,
    Optional<Duration> latencyLimit,
    int maxTries,
    long seed)
    implements ToolWorkload {

  /** As {@link Workload#version()}: raise it when pgbench is called in another way. */
  public static final int VERSION = 1;

  /** Protocol between client and server. */
  public enum Protocol {
    SIMPLE,
    EXTENDED,
    PREPARED;

    /** Value in the benchmark file and for pgbench. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The tables of pgbench.
   *
   * @param scale 100,000 accounts for each, 1 to 1,000,000
   * @param fillFactor percent of a page that is filled, 10 to 100
   * @param foreignKeys true to have them
   * @param partitions of {@code pgbench_accounts}; 0 for none
   * @param partitionMethod {@code range} or {@code hash}
   * @param initSteps letters of the steps of its initialisation, as {@code pgbench --init-steps}
   */
  public record Tables(
      int scale,
      int fillFactor,
      boolean foreignKeys,
      int partitions,
      String partitionMethod,
      String initSteps) {

    /** The tables that pgbench makes if nothing is said, at a scale. */
    public static Tables ofScale(int scale) {
      return new Tables(scale, 100, false, 0, "range", "dtgvp");
    }
  }

  /**
   * A script.
   *
   * @param ordinal its position among the scripts, from 0
   * @param label name of a script that pgbench has, or the name of the file without its folders
   * @param weight how often it is chosen, as a part of the sum of all weights; at least 1
   * @param file absolute name of the file; empty for a script that pgbench has
   */
  public record Script(int ordinal, String label, int weight, Optional<String> file)
      implements RequestKind {

    /** Scripts that pgbench has. */
    public static final List<String> BUILT_IN =
        List.of("tpcb-like", "simple-update", "select-only");

    /** A script that pgbench has. */
    public static Script builtIn(int ordinal, String name, int weight) {
      return new Script(ordinal, name, weight, Optional.empty());
    }

    /** A script in a file. */
    public static Script ofFile(int ordinal, Path file, int weight) {
      return new Script(
          ordinal, file.getFileName().toString(), weight, Optional.of(file.toString()));
    }

    @Override
    public boolean isSentByUsers() {
      return true;
    }

    /** What a script in a file does is not known, so it counts as writing. */
    @Override
    public boolean isWriting() {
      return !label.equals("select-only") || file.isPresent();
    }

    /** The log has a word in place of the time of a failure. */
    @Override
    public long timed(long committed, long finished) {
      return committed;
    }

    @Override
    public VmRole database() {
      return VmRole.OLTP;
    }

    @Override
    public Optional<Duration> responseTimeLimit() {
      return Optional.empty();
    }
  }

  public Pgbench {
    scripts = List.copyOf(scripts);
  }

  /**
   * True if it is known what the scripts change in the tables: some of them write, and pgbench has
   * all of them.
   */
  public boolean changesKnownTables() {
    return scripts.stream().allMatch(script -> script.file().isEmpty())
        && scripts.stream().anyMatch(Script::isWriting);
  }

  @Override
  public String label() {
    return "pgbench";
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public List<RequestKind> kinds() {
    return List.copyOf(scripts);
  }

  @Override
  public Map<RequestKind, Integer> weights() {
    Map<RequestKind, Integer> weights = new LinkedHashMap<>();
    scripts.forEach(script -> weights.put(script, script.weight()));
    return weights;
  }

  /** Transactions of all scripts. */
  @Override
  public Headline headline() {
    return new Headline("tps", Set.copyOf(scripts));
  }
}
