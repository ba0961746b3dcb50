package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.internal.Schema;
import io.quartet.config.internal.SchemaCheck;
import io.quartet.config.internal.SoundParts;
import io.quartet.config.internal.section.CachesCheck;
import io.quartet.config.internal.section.DatabaseCodec;
import io.quartet.config.internal.section.DisclosureCodec;
import io.quartet.config.internal.section.DriverCheck;
import io.quartet.config.internal.section.DriverCodec;
import io.quartet.config.internal.section.EngineCodec;
import io.quartet.config.internal.section.EventsCodec;
import io.quartet.config.internal.section.GrowthCodec;
import io.quartet.config.internal.section.LimitsCodec;
import io.quartet.config.internal.section.PhasesCodec;
import io.quartet.config.internal.section.PricingCodec;
import io.quartet.config.internal.section.ProviderCodec;
import io.quartet.config.internal.section.Reading;
import io.quartet.config.internal.section.Section;
import io.quartet.config.internal.section.TimingCodec;
import io.quartet.config.internal.section.WorkloadCodec;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.Caches;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.Publication;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Schedule;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A sealed plan as JSON, for {@code run.json}: the keys and units of the benchmark file, with every
 * default filled in. So the plan of a published run can be used as a benchmark file. Each section
 * has its own codec.
 */
public final class PlanDocument {

  public static final DocumentPath SETS = DocumentPath.ROOT.child("sets");

  private PlanDocument() {}

  /** The plan with every key written out. */
  public static ObjectNode toJson(RunPlan plan) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("name", plan.name());
    json.put("profile", plan.publication().profile().label());
    json.put("sets", plan.setsPerGroup());
    json.put("seed", WorkloadCodec.seed(plan.workload()));
    if (plan.workload().hasTargetShares()) {
      json.set("phases", PhasesCodec.write(plan.schedule().phases()));
    }
    plan.schedule().growth().ifPresent(growth -> json.set("growth", GrowthCodec.write(growth)));
    json.set("timing", TimingCodec.write(plan.schedule().timing()));
    json.put("caches", plan.schedule().caches().label());
    WorkloadCodec.write(plan.workload(), json);
    if (plan.workload().hasTierA()) {
      json.set("engine", EngineCodec.write(plan.engine()));
      json.set("database", DatabaseCodec.write(plan.database()));
    }
    json.set("provider", ProviderCodec.write(plan.provider()));
    json.set("driver", DriverCodec.write(plan.driver()));
    json.putObject("collect").put("interval", Units.text(plan.schedule().collectInterval()));
    if (!plan.schedule().events().isEmpty()) {
      json.set(EventsCodec.NAME, EventsCodec.write(plan.schedule().events()));
    }
    LimitsCodec.write(plan.publication().limits()).ifPresent(limits -> json.set("limits", limits));
    DisclosureCodec.write(plan.publication().disclosure())
        .ifPresent(told -> json.set("disclosure", told));
    plan.publication()
        .pricing()
        .ifPresent(pricing -> json.set("pricing", PricingCodec.write(pricing)));
    return json;
  }

  /**
   * The plan of a JSON document; what is absent gets its default.
   *
   * @throws QuartetException PLAN_DOCUMENT if it does not fit the schema
   */
  public static RunPlan fromJson(JsonNode json) {
    List<Problem> problems = new ArrayList<>(SchemaCheck.BENCHMARK.problems(json));
    if (problems.isEmpty()) {
      ObjectNode complete = json.deepCopy();
      Schema.benchmark().fillDefaults(complete);
      Reading reading = new Reading(Path.of(""), Optional.empty(), new SoundParts(json));
      RunPlan plan = read(complete, json, reading);
      reading
          .fileError()
          .ifPresent(
              error -> {
                throw error;
              });
      problems.addAll(reading.problems());
      if (problems.isEmpty()) {
        return plan;
      }
    }
    throw QuartetException.badInput(
        "PLAN_DOCUMENT",
        "run.json: the plan cannot be read: "
            + Text.visible(problems.get(0).text())
            + " Use the Quartet version that wrote it, or restore the file.");
  }

  /**
   * The plan of a document that fits the schema.
   *
   * @param complete the document with every default filled in
   * @param given the same as the user wrote it
   * @param reading takes what a schema cannot judge; the plan is meaningless if that is anything
   */
  static RunPlan read(ObjectNode complete, JsonNode given, Reading reading) {
    Section root = new Section(reading, DocumentPath.ROOT, complete, given);
    PhaseTable table = PhasesCodec.read(root.child("phases"));
    Workload workload = WorkloadCodec.read(root, table);
    PhaseTable phases = WorkloadCodec.table(workload, table);
    RunPlan plan =
        new RunPlan(
            root.text("name"),
            root.integer("sets"),
            new Schedule(
                phases,
                GrowthCodec.read(root.child("growth")),
                TimingCodec.read(root.child("timing"), phases.rows().size()),
                root.child("collect").positive("interval"),
                root.constant("caches", Caches.class),
                EventsCodec.read(root.child(EventsCodec.NAME))),
            workload,
            EngineCodec.read(root.child("engine")),
            DatabaseCodec.read(root.child("database")),
            ProviderCodec.read(root.child("provider"), root.integer("sets"), phases.groups()),
            DriverCodec.read(root.child("driver")),
            new Publication(
                root.constant("profile", ValidityProfile.class),
                DisclosureCodec.read(root.child("disclosure")),
                PricingCodec.read(root.child("pricing")),
                LimitsCodec.read(root.child("limits"))));
    WorkloadCodec.check(plan, root);
    boolean areMachinesKnown = ProviderCodec.check(plan, root.child("provider"));
    if (areMachinesKnown) {
      DriverCheck.run(plan, reading);
    }
    EventsCodec.check(plan, root.child(EventsCodec.NAME), areMachinesKnown);
    GrowthCodec.check(plan, root.child("growth"));
    CachesCheck.run(plan, root);
    return plan;
  }
}
