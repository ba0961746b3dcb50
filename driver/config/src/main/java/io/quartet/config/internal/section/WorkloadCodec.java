package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Units;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.model.plan.TransactionMix;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code workload}: its kind chooses which keys of the document become part of the plan. */
public final class WorkloadCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("workload");
  static final DocumentPath KIND = PATH.child("kind");

  private static final String BROKERAGE = "brokerage";
  private static final String PGBENCH = "pgbench";
  private static final String TOOL = "tool";
  private static final String SEED = "seed";
  private static final String MARKET = "market";
  private static final String MIX = "mix";
  private static final String DATA_MAINTENANCE = "dataMaintenance";
  private static final String ONLY = "workload.kind ";

  /** Keys of the document that only a brokerage has. */
  private static final List<String> OF_BROKERAGE =
      List.of("phases", MARKET, DATA_MAINTENANCE, MIX, "engine", "database");

  /** Keys of {@code workload} with the kinds that have them. */
  private static final Map<String, List<String>> KEYS = keys();

  private WorkloadCodec() {}

  private static Map<String, List<String>> keys() {
    Map<String, List<String>> keys = new LinkedHashMap<>();
    keys.put("program", List.of(PGBENCH, TOOL));
    PgbenchCodec.KEYS.forEach(key -> keys.put(key, List.of(PGBENCH)));
    List.of(ToolCodec.DEFINITION, ToolCodec.SETTINGS).forEach(key -> keys.put(key, List.of(TOOL)));
    return keys;
  }

  /**
   * Reads it.
   *
   * @param root the whole document
   * @param phases the table that the document gives
   */
  public static Workload read(Section root, PhaseTable phases) {
    String kind = root.child("workload").text("kind");
    if (kind.equals(PGBENCH)) {
      return PgbenchCodec.read(root);
    }
    if (kind.equals(TOOL)) {
      Optional<DefinedTool> tool = ToolCodec.read(root);
      if (tool.isPresent()) {
        return tool.get();
      }
      // Its problem is reported; what follows stands in for it.
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
    return workload instanceof ToolWorkload tool ? tool.load().table() : given;
  }

  /** Reports keys that belong to another workload, and what this one cannot have. */
  public static void check(RunPlan plan, Section root) {
    if (!root.reading().areSound(KIND, PATH.child(ToolCodec.DEFINITION))) {
      return; // Another workload may stand in for it.
    }
    String kind = plan.workload().label();
    Section workload = root.child("workload");
    KEYS.forEach(
        (key, kinds) -> {
          if (!kinds.contains(kind)) {
            useless(workload, key, String.join(" or ", kinds));
          }
        });
    boolean isOfTool = plan.workload() instanceof ToolWorkload;
    Section load = root.child("load");
    for (String key : isOfTool ? LoadCodec.OF_USERS : LoadCodec.OF_CLIENTS) {
      useless(load, key, isOfTool ? BROKERAGE : PGBENCH + " or " + TOOL);
    }
    if (!(plan.workload() instanceof ToolWorkload tool)) {
      return;
    }
    ClientLoadCodec.check(tool.load(), plan.provider(), load);
    if (tool instanceof DefinedTool defined) {
      ToolCodec.check(defined, plan.provider(), load);
    }
    OF_BROKERAGE.forEach(key -> useless(root, key, BROKERAGE));
    Timing timing = plan.schedule().timing();
    if (Stream.concat(
            Stream.of(timing.rampUp(), timing.warmUp(), timing.rampDown()),
            timing.phases().stream())
        .anyMatch(length -> length.toNanosPart() != 0)) {
      root.wrong(
          root.at("timing"),
          " has a length that is not of whole seconds, which a tool needs. Round it.",
          KIND);
    }
    if (plan.publication().profile() == ValidityProfile.OFFICIAL) {
      root.wrong(
          root.at("profile"),
          " is official, which needs workload.kind brokerage. Choose custom or demo.",
          KIND);
    }
    if (!plan.driver().isAlone()) {
      useless(root.child("driver"), "workers", BROKERAGE);
    }
  }

  /**
   * @param kinds for which the key is
   */
  private static void useless(Section section, String key, String kinds) {
    if (section.given().has(key)) {
      section.useless(key, ONLY + kinds, KIND);
    }
  }

  /** Writes the keys that the workload has. */
  public static void write(Workload workload, ObjectNode json) {
    if (workload instanceof Brokerage brokerage) {
      json.set("load", LoadCodec.write(brokerage.load()));
      json.set(MARKET, MarketCodec.write(brokerage.market()));
      json.put(DATA_MAINTENANCE, Units.text(brokerage.dataMaintenance()));
      json.set(MIX, MixCodec.write(brokerage.mix()));
    } else if (workload instanceof ToolWorkload tool) {
      json.set(
          "workload",
          tool instanceof DefinedTool defined
              ? ToolCodec.write(defined)
              : PgbenchCodec.write((Pgbench) tool));
      json.set("load", ClientLoadCodec.write(tool.load()));
    }
  }

  /** The seed of a workload. */
  public static long seed(Workload workload) {
    return workload instanceof ToolWorkload tool ? tool.seed() : ((Brokerage) workload).seed();
  }

  /** Seed of a document. */
  static long seed(Section root) {
    return root.value().get(SEED).asLong();
  }
}
