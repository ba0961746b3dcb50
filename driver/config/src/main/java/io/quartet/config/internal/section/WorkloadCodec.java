package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Units;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.TransactionMix;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.Workload;
import java.util.List;
import java.util.stream.Stream;

/** {@code workload}: its kind chooses which keys of the document become part of the plan. */
public final class WorkloadCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("workload");
  static final DocumentPath KIND = PATH.child("kind");

  private static final String PGBENCH = "pgbench";
  private static final String SEED = "seed";
  private static final String MARKET = "market";
  private static final String MIX = "mix";
  private static final String DATA_MAINTENANCE = "dataMaintenance";
  private static final String ONLY = "workload.kind ";

  /** Keys of the document that only a brokerage has. */
  private static final List<String> OF_BROKERAGE =
      List.of("phases", MARKET, DATA_MAINTENANCE, MIX, "engine", "database");

  private WorkloadCodec() {}

  /**
   * Reads it.
   *
   * @param root the whole document
   * @param phases the table that the document gives
   */
  public static Workload read(Section root, PhaseTable phases) {
    if (root.child("workload").text("kind").equals(PGBENCH)) {
      return PgbenchCodec.read(root);
    }
    TransactionMix mix = MixCodec.read(root.child(MIX));
    return new Brokerage(
        LoadCodec.read(root.child("load"), phases.rows().size(), mix),
        mix,
        MarketCodec.read(root.child(MARKET)),
        root.positive(DATA_MAINTENANCE),
        seed(root));
  }

  /** The table of a plan: that of the document, or what the clients of a tool make of it. */
  public static PhaseTable table(Workload workload, PhaseTable given) {
    return workload instanceof Pgbench pgbench ? pgbench.load().table() : given;
  }

  /** Reports keys that belong to another workload, and what this one cannot have. */
  public static void check(RunPlan plan, Section root) {
    boolean isPgbench = plan.workload() instanceof Pgbench;
    Section load = root.child("load");
    for (String key : isPgbench ? LoadCodec.OF_USERS : LoadCodec.OF_CLIENTS) {
      useless(load, key, isPgbench);
    }
    if (!(plan.workload() instanceof Pgbench pgbench)) {
      Section workload = root.child("workload");
      workload.given().fieldNames().forEachRemaining(key -> uselessUnlessKind(workload, key));
      return;
    }
    ClientLoadCodec.check(pgbench.load(), plan.provider(), load);
    OF_BROKERAGE.forEach(key -> useless(root, key, true));
    Timing timing = plan.schedule().timing();
    if (Stream.concat(
            Stream.of(timing.rampUp(), timing.warmUp(), timing.rampDown()),
            timing.phases().stream())
        .anyMatch(length -> length.toNanosPart() != 0)) {
      root.wrong(
          root.at("timing"),
          " has a length that is not of whole seconds, which pgbench needs. Round it.",
          KIND);
    }
    if (plan.publication().profile() == ValidityProfile.OFFICIAL) {
      root.wrong(
          root.at("profile"),
          " is official, which needs workload.kind brokerage. Choose custom or demo.",
          KIND);
    }
    if (!plan.driver().isAlone()) {
      useless(root.child("driver"), "workers", true);
    }
  }

  private static void uselessUnlessKind(Section workload, String key) {
    if (!key.equals("kind")) {
      useless(workload, key, false);
    }
  }

  private static void useless(Section section, String key, boolean isPgbench) {
    if (section.given().has(key)) {
      section.useless(key, ONLY + (isPgbench ? "brokerage" : PGBENCH), KIND);
    }
  }

  /** Writes the keys that the workload has. */
  public static void write(Workload workload, ObjectNode json) {
    if (workload instanceof Brokerage brokerage) {
      json.set("load", LoadCodec.write(brokerage.load()));
      json.set(MARKET, MarketCodec.write(brokerage.market()));
      json.put(DATA_MAINTENANCE, Units.text(brokerage.dataMaintenance()));
      json.set(MIX, MixCodec.write(brokerage.mix()));
    } else if (workload instanceof Pgbench pgbench) {
      json.set("workload", PgbenchCodec.write(pgbench));
      json.set("load", ClientLoadCodec.write(pgbench.load()));
    }
  }

  /** The seed of a workload. */
  public static long seed(Workload workload) {
    return workload instanceof Pgbench pgbench ? pgbench.seed() : ((Brokerage) workload).seed();
  }

  /** Seed of a document. */
  static long seed(Section root) {
    return root.value().get(SEED).asLong();
  }
}
