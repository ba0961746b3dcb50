package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Address;
import io.quartet.model.Database;
import io.quartet.model.Driver;
import io.quartet.model.EngineOptions;
import io.quartet.model.EngineOptions.TradeResultIsolation;
import io.quartet.model.Load;
import io.quartet.model.Market;
import io.quartet.model.PhaseTable;
import io.quartet.model.Provider;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.SetHosts;
import io.quartet.model.Ssh;
import io.quartet.model.Storage;
import io.quartet.model.Timing;
import io.quartet.model.Tls;
import io.quartet.model.TransactionMix;
import io.quartet.model.TransactionType;
import io.quartet.model.ValidityProfile;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Turns a document that fits the schema and has every default filled in into a plan, and judges
 * what a schema cannot: sums and ranges of durations. For one document only.
 */
final class PlanReader {

  private static final DocumentPath PHASES = DocumentPath.ROOT.child("phases");
  private static final DocumentPath LOAD = DocumentPath.ROOT.child("load");
  private static final DocumentPath MIX = DocumentPath.ROOT.child("mix");
  private static final int MOST_USERS = 4096;
  private static final Duration LONGEST = Duration.ofHours(1_000);

  /** Keys of the roles in the provider's limits. */
  static final Map<String, VmRole> ROLES =
      Map.of("tierA", VmRole.TIER_A, "dss", VmRole.DSS, "oltp", VmRole.OLTP);

  private final ObjectNode document;
  private final JsonNode given;
  private final Path folder;
  private final SoundParts sound;
  private final List<Problem> problems = new ArrayList<>();
  private QuartetException phaseFileError;

  /**
   * @param document with every default filled in
   * @param given the same as the user wrote it
   * @param folder where the names of the phase file and of the data folder count from
   * @param sound what of it can be judged; grows less with every problem that is found
   */
  PlanReader(ObjectNode document, JsonNode given, Path folder, SoundParts sound) {
    this.document = document;
    this.given = given;
    this.folder = folder;
    this.sound = sound;
  }

  /** The plan; meaningless unless there are no problems afterwards. */
  RunPlan plan() {
    PhaseTable phases = phases();
    TransactionMix mix = mix();
    RunPlan plan = plan(phases, mix);
    new PlacesCheck(plan, document, this::report).run();
    return plan;
  }

  /**
   * Reports a problem, unless it may only follow from another.
   *
   * @param needed places on which the rule hangs, beside that of the problem
   */
  private void report(Problem problem, DocumentPath... needed) {
    if (sound.isKnown(problem.path()) && sound.areSound(needed)) {
      problems.add(problem);
      sound.leaveOut(problem);
    }
  }

  /** What is wrong with the phase file; empty if nothing, or if there is none. */
  Optional<QuartetException> phaseFileError() {
    return Optional.ofNullable(phaseFileError);
  }

  private RunPlan plan(PhaseTable phases, TransactionMix mix) {
    return new RunPlan(
        document.get("name").asText(),
        ValidityProfile.valueOf(document.get("profile").asText().toUpperCase(Locale.ROOT)),
        document.get("sets").asInt(),
        phases,
        timing(),
        load(phases.rows().size(), mix),
        new Market(document.at("/market/flush").asInt(), positive("market", "flushAfter")),
        positive("dataMaintenance"),
        mix,
        engine(),
        database(),
        provider(),
        driver(),
        positive("collect", "interval"),
        document.get("seed").asLong(),
        DisclosureDocument.disclosure(document, this::report),
        DisclosureDocument.pricing(document, this::report));
  }

  List<Problem> problems() {
    return problems;
  }

  private PhaseTable phases() {
    JsonNode phases = given.path(PHASES.toString());
    if (phases.isArray() && !phases.isEmpty()) {
      return PhaseRows.ofList(phases, PHASES, sound::areSound, this::report);
    }
    String name = document.get(PHASES.toString()).asText();
    return switch (name) {
      case "vldb2013" -> PhaseTable.VLDB2013;
      case "static" -> PhaseTable.STATIC;
      default -> phaseFile(folder.resolve(name));
    };
  }

  private PhaseTable phaseFile(Path file) {
    try {
      return PhaseRows.ofFile(file);
    } catch (QuartetException e) {
      phaseFileError = e;
      sound.leaveOut(PHASES);
      return PhaseTable.STATIC;
    }
  }

  private Timing timing() {
    JsonNode timing = document.get("timing");
    if (timing.isTextual()) {
      return timing.asText().equals("official") ? Timing.OFFICIAL : Timing.SHORT;
    }
    return new Timing(
        duration(true, "timing", "rampUp"),
        duration(true, "timing", "warmUp"),
        positive("timing", "phase"),
        duration(true, "timing", "rampDown"));
  }

  private Load load(int phases, TransactionMix mix) {
    JsonNode load = document.get("load");
    String mode = load.get("mode").asText();
    boolean isRamp = mode.equals("ramp");
    boolean isPaced = mode.equals("paced") || (isRamp && load.has("rate"));
    Load.Ladder users = ladder(load.get("users"), JsonNode::asDouble);
    checkLadder("users", users.isRamp(), isRamp && !isPaced);
    if (!isPaced) {
      for (String key : List.of("rate", "backlog")) {
        if (given.path("load").has(key)) {
          loadProblem(
              key, "is of use with load.mode paced or ramp only. Set that, or leave it out.");
        }
      }
      Load closed = new Load.Closed(users);
      checkMostUsers(closed.mostInFlight(phases));
      return closed;
    }
    if (!load.has("rate")) {
      report(
          Problem.ofKey(
              LOAD,
              "MISSING_KEY",
              "in load: 'rate' is missing. Give load.mode paced the trades per second to ask for."),
          LOAD.child("mode"),
          LOAD.child("rate"));
      return Load.closed(1);
    }
    if (mix.cards().getOrDefault(TransactionType.TRADE_ORDER, 0) == 0) {
      loadProblem(
          "rate", "asks for trades, but the mix has no Trade-Order. Give it a weight.", MIX);
    }
    Load.Ladder rate = ladder(load.get("rate"), node -> Units.etps(node.asText()));
    if (!users.isRamp()) {
      checkLadder("rate", rate.isRamp(), isRamp);
    }
    return new Load.Paced(rate, (int) users.first(), load.get("backlog").asInt());
  }

  private static Load.Ladder ladder(JsonNode node, ToDoubleFunction<JsonNode> figure) {
    return node.isObject()
        ? new Load.Ladder(
            figure.applyAsDouble(node.get("from")), figure.applyAsDouble(node.get("step")))
        : Load.Ladder.constant(figure.applyAsDouble(node));
  }

  private void checkLadder(String key, boolean isRamp, boolean shouldBeRamp) {
    if (shouldBeRamp && !isRamp) {
      loadProblem(
          key,
          "does not rise. Give load.mode ramp {from: ..., step: ...} in users or rate.",
          LOAD.child("users"));
    } else if (isRamp && !shouldBeRamp) {
      loadProblem(
          key,
          "rises, which is for load.mode ramp and one of users and rate. Give a single value.",
          LOAD.child("users"));
    }
  }

  private void checkMostUsers(int most) {
    if (most > MOST_USERS) {
      loadProblem(
          "users",
          "comes to "
              + most
              + " in the last phase, but "
              + MOST_USERS
              + " is the most. Lower the step.",
          PHASES);
    }
  }

  /** Mode and rate together say how load is offered. */
  private void loadProblem(String key, String text, DocumentPath... needed) {
    DocumentPath path = LOAD.child(key);
    if (sound.areSound(path, LOAD.child("mode"), LOAD.child("rate"))) {
      report(Problem.ofKey(path, "WRONG_VALUE", path + " " + text), needed);
    }
  }

  private TransactionMix mix() {
    JsonNode mix = document.get("mix");
    if (mix.isTextual()) {
      return mix.asText().equals("tpce") ? TransactionMix.TPCE : TransactionMix.ELASTIC;
    }
    Map<TransactionType, Integer> cards = new EnumMap<>(TransactionType.class);
    mix.fields()
        .forEachRemaining(
            weight ->
                cards.put(
                    TransactionType.byLabel(weight.getKey()).orElseThrow(),
                    weight.getValue().decimalValue().multiply(BigDecimal.TEN).intValue()));
    if (cards.values().stream().allMatch(count -> count == 0)) {
      report(
          Problem.ofKey(
              MIX,
              "WRONG_VALUE",
              "every weight of the mix is 0. Give at least one transaction a weight."));
      return TransactionMix.ELASTIC;
    }
    return new TransactionMix("custom", cards);
  }

  private EngineOptions engine() {
    JsonNode engine = document.get("engine");
    EngineOptions.Access access = constant(EngineOptions.Access.class, engine.get("access"));
    Optional<String> odbcIni =
        text(engine, "odbcIni").map(name -> folder.resolve(name).toAbsolutePath().toString());
    if (odbcIni.isPresent() && access != EngineOptions.Access.ODBC) {
      DocumentPath path = DocumentPath.ROOT.child("engine").child("odbcIni");
      report(
          Problem.ofKey(
              path,
              "WRONG_VALUE",
              path + " is of use with engine.access odbc only. Set that, or leave it out."),
          DocumentPath.ROOT.child("engine").child("access"));
    }
    return new EngineOptions(
        access,
        odbcIni,
        constant(EngineOptions.Statements.class, engine.get("statements")),
        constant(TradeResultIsolation.class, engine.at("/isolation/tradeResult")));
  }

  /** The constant that a value of the benchmark file names: "repeatable-read". */
  private static <E extends Enum<E>> E constant(Class<E> type, JsonNode value) {
    return Enum.valueOf(type, value.asText().toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  private Database database() {
    JsonNode database = document.get("database");
    Map<VmGroup, Integer> loadUnits = perGroup(database.get("loadUnits"));
    return new Database(
        loadUnits,
        activeLoadUnits(database.path("activeLoadUnits"), loadUnits),
        database.get("tradeDays").asInt(),
        database.get("newsLength").asInt(),
        database.get("seed").asLong(),
        database.get("indexes").asText());
  }

  private Map<VmGroup, Integer> activeLoadUnits(JsonNode given, Map<VmGroup, Integer> loaded) {
    if (given.isEmpty()) {
      return loaded;
    }
    Map<VmGroup, Integer> active = perGroup(given);
    active.forEach(
        (group, units) -> {
          if (units > loaded.get(group)) {
            DocumentPath database = DocumentPath.ROOT.child("database");
            DocumentPath path = database.child("activeLoadUnits").child(group.name());
            report(
                Problem.ofValue(
                    path,
                    "WRONG_VALUE",
                    path
                        + " is "
                        + units
                        + ", but database.loadUnits."
                        + group
                        + " loads only "
                        + loaded.get(group)
                        + ". A run uses at most what is loaded: lower it, or load more."),
                database.child("loadUnits").child(group.name()));
          }
        });
    return active;
  }

  private static Map<VmGroup, Integer> perGroup(JsonNode units) {
    Map<VmGroup, Integer> byGroup = new EnumMap<>(VmGroup.class);
    for (VmGroup group : VmGroup.values()) {
      byGroup.put(group, units.path(group.name()).asInt());
    }
    return byGroup;
  }

  private Provider provider() {
    JsonNode provider = document.get("provider");
    if (provider.get("kind").asText().equals("hosts")) {
      return new Provider.Hosts(hosts(provider.path("hosts")), ssh(provider.path("ssh")));
    }
    return new Provider.Embedded(
        provider.get("port").asInt(),
        text(provider, "postgresBin"),
        text(provider, "dataDirectory").map(name -> folder.resolve(name).toString()),
        tablespaces(provider.path("tablespaces")),
        perRole(provider.path("cpus"), JsonNode::asDouble),
        perRole(provider.path("memory"), size -> Units.bytes(size.asText())),
        perRole(provider.path("settings"), PlanReader::texts));
  }

  /** An object without keys means something, too: all is as in the account's configuration. */
  private Optional<Ssh> ssh(JsonNode ssh) {
    return ssh.isObject()
        ? Optional.of(
            new Ssh(
                text(ssh, "user"),
                text(ssh, "configuration")
                    .map(name -> folder.resolve(name).toAbsolutePath().toString())))
        : Optional.empty();
  }

  private static Map<String, String> texts(JsonNode values) {
    Map<String, String> texts = new TreeMap<>();
    values.fields().forEachRemaining(entry -> texts.put(entry.getKey(), text(entry.getValue())));
    return texts;
  }

  /** To YAML the word "on" is true. */
  private static String text(JsonNode value) {
    return value.isBoolean() ? value.asBoolean() ? "on" : "off" : value.asText();
  }

  private Map<VmSet, SetHosts> hosts(JsonNode list) {
    Map<VmSet, SetHosts> bySet = new LinkedHashMap<>();
    DocumentPath path = DocumentPath.ROOT.child("provider").child("hosts");
    for (int i = 0; i < list.size(); i++) {
      DocumentPath item = path.child(Integer.toString(i));
      String name = list.get(i).get("set").asText();
      VmSet set = VmSet.parse(name);
      SetHosts hosts =
          new SetHosts(
              address(list.get(i).get("tierA"), item.child("tierA")),
              address(list.get(i).get("dss"), item.child("dss")),
              address(list.get(i).get("oltp"), item.child("oltp")));
      if (bySet.put(set, hosts) != null) {
        report(
            Problem.ofValue(
                item.child("set"),
                "WRONG_VALUE",
                path + " names Set " + name + " twice. Leave one of them out."));
      }
    }
    return bySet;
  }

  private Address address(JsonNode text, DocumentPath path) {
    try {
      return Address.parse(text.asText());
    } catch (IllegalArgumentException e) {
      report(
          Problem.ofValue(
              path, "WRONG_VALUE", path + ": " + e.getMessage() + ". Give another port."));
      return new Address("127.0.0.1", 1);
    }
  }

  private Driver driver() {
    JsonNode workers = document.at("/driver/workers");
    DocumentPath path = DocumentPath.ROOT.child("driver").child("workers");
    List<Address> addresses = new ArrayList<>();
    for (int i = 0; workers.isArray() && i < workers.size(); i++) {
      addresses.add(address(workers.get(i), path.child(Integer.toString(i))));
    }
    return new Driver(workers.asInt(1), addresses, tls(document.at("/driver/tls")));
  }

  private Optional<Tls> tls(JsonNode tls) {
    return tls.isEmpty()
        ? Optional.empty()
        : Optional.of(new Tls(file(tls, "authority"), file(tls, "certificate"), file(tls, "key")));
  }

  private String file(JsonNode parent, String key) {
    return folder.resolve(parent.get(key).asText()).toAbsolutePath().toString();
  }

  private Map<Storage, String> tablespaces(JsonNode folders) {
    Map<Storage, String> places = new EnumMap<>(Storage.class);
    for (Storage storage : Storage.values()) {
      if (folders.has(storage.label())) {
        places.put(storage, folder.resolve(folders.get(storage.label()).asText()).toString());
      }
    }
    return places;
  }

  private static Optional<String> text(JsonNode parent, String key) {
    return Optional.ofNullable(parent.get(key)).map(JsonNode::asText);
  }

  private static <T> Map<VmRole, T> perRole(JsonNode values, Function<JsonNode, T> convert) {
    Map<VmRole, T> byRole = new EnumMap<>(VmRole.class);
    values
        .fields()
        .forEachRemaining(
            entry -> byRole.put(ROLES.get(entry.getKey()), convert.apply(entry.getValue())));
    return byRole;
  }

  private Duration positive(String... keys) {
    return duration(false, keys);
  }

  private Duration duration(boolean mayBeZero, String... keys) {
    DocumentPath path = new DocumentPath(List.of(keys));
    String text = document.at("/" + String.join("/", keys)).asText();
    try {
      Duration duration = Units.duration(text);
      if (duration.compareTo(LONGEST) <= 0 && (mayBeZero || !duration.isZero())) {
        return duration;
      }
    } catch (ArithmeticException e) {
      // Longer than 292 years: reported below like every other duration out of range.
    }
    String lowest = mayBeZero ? "from 0s to " : "longer than 0s and at most ";
    report(
        Problem.ofValue(
            path,
            "WRONG_VALUE",
            path + " is '" + text + "', but it must be " + lowest + LONGEST.toHours() + "h."));
    return Duration.ofSeconds(1);
  }
}
