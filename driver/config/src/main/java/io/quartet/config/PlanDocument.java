package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Database;
import io.quartet.model.Driver;
import io.quartet.model.EngineOptions;
import io.quartet.model.Load;
import io.quartet.model.PhaseTable;
import io.quartet.model.Provider;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.RunPlan;
import io.quartet.model.SetHosts;
import io.quartet.model.Ssh;
import io.quartet.model.Storage;
import io.quartet.model.TransactionMix;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;

/**
 * A sealed plan as JSON, for {@code run.json}: the keys and units of the benchmark file with every
 * default filled in, so the plan of a published run is a benchmark file again.
 */
public final class PlanDocument {

  private static final ObjectMapper JSON = new ObjectMapper();

  private PlanDocument() {}

  /** The plan with every key written out. */
  public static ObjectNode toJson(RunPlan plan) {
    ObjectNode json = JSON.createObjectNode();
    json.put("name", plan.name());
    json.put("profile", plan.profile().name().toLowerCase(Locale.ROOT));
    json.put("sets", plan.setsPerGroup());
    json.put("seed", plan.seed());
    json.set("phases", phases(plan.phases()));
    json.putObject("timing")
        .put("rampUp", Units.text(plan.timing().rampUp()))
        .put("warmUp", Units.text(plan.timing().warmUp()))
        .put("phase", Units.text(plan.timing().phase()))
        .put("rampDown", Units.text(plan.timing().rampDown()));
    json.set("load", load(plan.load()));
    json.putObject("market")
        .put("flush", plan.market().flush())
        .put("flushAfter", Units.text(plan.market().flushAfter()));
    json.put("dataMaintenance", Units.text(plan.dataMaintenance()));
    json.set("mix", mix(plan.mix()));
    json.set("engine", engine(plan.engine()));
    json.set("database", database(plan.database()));
    json.set("provider", provider(plan.provider()));
    json.set("driver", driver(plan.driver()));
    json.putObject("collect").put("interval", Units.text(plan.collectInterval()));
    DisclosureDocument.write(plan, json);
    return json;
  }

  /**
   * The plan of a JSON document; what is absent gets its default.
   *
   * @throws QuartetException PLAN_DOCUMENT if it does not fit the schema
   */
  public static RunPlan fromJson(JsonNode json) {
    List<Problem> problems = new ArrayList<>(new SchemaCheck().problems(json));
    if (problems.isEmpty()) {
      ObjectNode complete = json.deepCopy();
      Schema.benchmark().fillDefaults(complete);
      PlanReader reader = new PlanReader(complete, json, Path.of(""), new SoundParts(json));
      RunPlan plan = reader.plan();
      reader
          .phaseFileError()
          .ifPresent(
              error -> {
                throw error;
              });
      problems.addAll(reader.problems());
      if (problems.isEmpty()) {
        return plan;
      }
    }
    throw new QuartetException(
        Kind.BAD_INPUT,
        "PLAN_DOCUMENT",
        "run.json: the plan cannot be read: "
            + problems.get(0).text()
            + " Was it written by another version of Quartet, or changed?");
  }

  private static JsonNode load(Load load) {
    ObjectNode json = JSON.createObjectNode();
    Load.Ladder ladder = load.ladder();
    if (load instanceof Load.Paced paced) {
      json.put("mode", ladder.isRamp() ? "ramp" : "paced").put("users", paced.users());
      json.set(
          "rate", ladder(ladder, etps -> JSON.getNodeFactory().textNode(Units.etpsText(etps))));
      json.put("backlog", paced.backlog());
    } else {
      json.put("mode", ladder.isRamp() ? "ramp" : "closed");
      json.set("users", ladder(ladder, users -> JSON.getNodeFactory().numberNode((int) users)));
    }
    return json;
  }

  private static JsonNode ladder(Load.Ladder ladder, DoubleFunction<JsonNode> node) {
    if (!ladder.isRamp()) {
      return node.apply(ladder.first());
    }
    ObjectNode steps = JSON.createObjectNode();
    steps.set("from", node.apply(ladder.first()));
    steps.set("step", node.apply(ladder.step()));
    return steps;
  }

  private static JsonNode engine(EngineOptions engine) {
    ObjectNode json = JSON.createObjectNode().put("access", engine.access().label());
    engine.odbcIni().ifPresent(file -> json.put("odbcIni", file));
    json.put("statements", engine.statements().label());
    json.putObject("isolation").put("tradeResult", engine.tradeResultIsolation().label());
    return json;
  }

  private static JsonNode phases(PhaseTable table) {
    if (table.equals(PhaseTable.VLDB2013) || table.equals(PhaseTable.STATIC)) {
      return JSON.getNodeFactory().textNode(table.name());
    }
    ArrayNode rows = JSON.createArrayNode();
    table
        .rows()
        .forEach(
            share -> {
              ArrayNode row = rows.addArray();
              for (double percent : share.percents()) {
                row.add(plain(BigDecimal.valueOf(percent)));
              }
            });
    return rows;
  }

  private static JsonNode mix(TransactionMix mix) {
    if (mix.equals(TransactionMix.ELASTIC) || mix.equals(TransactionMix.TPCE)) {
      return JSON.getNodeFactory().textNode(mix.name());
    }
    ObjectNode weights = JSON.createObjectNode();
    mix.cards()
        .forEach((type, cards) -> weights.put(type.label(), plain(BigDecimal.valueOf(cards, 1))));
    return weights;
  }

  private static ObjectNode database(Database database) {
    ObjectNode json = JSON.createObjectNode();
    ObjectNode loadUnits = json.putObject("loadUnits");
    ObjectNode activeLoadUnits = json.putObject("activeLoadUnits");
    for (VmGroup group : VmGroup.values()) {
      loadUnits.put(group.name(), database.loadUnits().get(group));
      activeLoadUnits.put(group.name(), database.activeLoadUnits().get(group));
    }
    return json.put("tradeDays", database.tradeDays())
        .put("newsLength", database.newsLength())
        .put("seed", database.seed())
        .put("indexes", database.indexes());
  }

  private static ObjectNode provider(Provider provider) {
    ObjectNode json = provider.map(PlanDocument::embedded, PlanDocument::hosts);
    Schema.benchmark().fillDefaults(DocumentPath.ROOT.child("provider"), json);
    return json;
  }

  private static ObjectNode embedded(Provider.Embedded provider) {
    ObjectNode json = JSON.createObjectNode().put("kind", "embedded").put("port", provider.port());
    provider.postgresBin().ifPresent(folder -> json.put("postgresBin", folder));
    provider.dataDirectory().ifPresent(folder -> json.put("dataDirectory", folder));
    ObjectNode tablespaces = json.putObject("tablespaces");
    for (Storage storage : Storage.values()) {
      if (provider.tablespaces().containsKey(storage)) {
        tablespaces.put(storage.label(), provider.tablespaces().get(storage));
      }
    }
    ObjectNode cpus = json.putObject("cpus");
    ObjectNode memory = json.putObject("memory");
    ObjectNode settings = json.putObject("settings");
    PlanReader.ROLES.forEach(
        (key, role) -> {
          if (provider.cpus().containsKey(role)) {
            cpus.put(key, provider.cpus().get(role));
          }
          if (provider.memoryBytes().containsKey(role)) {
            memory.put(key, Units.text(provider.memoryBytes().get(role)));
          }
          if (provider.settings().containsKey(role)) {
            settings.set(key, JSON.valueToTree(provider.settingsOf(role)));
          }
        });
    return json;
  }

  private static ObjectNode hosts(Provider.Hosts provider) {
    ObjectNode json = JSON.createObjectNode().put("kind", "hosts");
    json.set("hosts", hosts(provider.addresses()));
    provider.ssh().ifPresent(ssh -> json.set("ssh", ssh(ssh)));
    return json;
  }

  private static ArrayNode hosts(Map<VmSet, SetHosts> bySet) {
    ArrayNode list = JSON.createArrayNode();
    bySet.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getKey().order()))
        .forEach(
            entry ->
                list.addObject()
                    .put("set", entry.getKey().name())
                    .put("tierA", entry.getValue().tierA().toString())
                    .put("dss", entry.getValue().dss().toString())
                    .put("oltp", entry.getValue().oltp().toString()));
    return list;
  }

  private static ObjectNode ssh(Ssh ssh) {
    ObjectNode json = JSON.createObjectNode();
    ssh.user().ifPresent(user -> json.put("user", user));
    ssh.configuration().ifPresent(file -> json.put("configuration", file));
    return json;
  }

  private static ObjectNode driver(Driver driver) {
    ObjectNode json = JSON.createObjectNode();
    if (driver.workers().isEmpty()) {
      json.put("workers", driver.localWorkers());
    } else {
      ArrayNode workers = json.putArray("workers");
      driver.workers().forEach(address -> workers.add(address.toString()));
    }
    driver
        .tls()
        .ifPresent(
            tls ->
                json.putObject("tls")
                    .put("authority", tls.authority())
                    .put("certificate", tls.certificate())
                    .put("key", tls.key()));
    return json;
  }

  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
