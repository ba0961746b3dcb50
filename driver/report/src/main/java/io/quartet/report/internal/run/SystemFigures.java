package io.quartet.report.internal.run;

import io.quartet.model.size.CpuSet;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.VmSize;
import io.quartet.report.Report;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Format;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.Fact;
import io.quartet.report.section.SystemUnderTest;
import io.quartet.report.section.SystemUnderTest.MachineSettings;
import io.quartet.report.section.SystemUnderTest.Placement;
import io.quartet.report.section.SystemUnderTest.Setting;
import io.quartet.report.section.SystemUnderTest.Vm;
import io.quartet.results.events.RunEvent.StageEnd;
import io.quartet.results.system.VmFacts;
import io.quartet.results.system.VmFacts.Program;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The system of the run and its settings. */
public final class SystemFigures {

  private static final Table<StageEnd> STAGE =
      Table.of(
          Column.word("stage", StageEnd::stage),
          Column.seconds("seconds", stage -> stage.millis() / 1e3));

  private static final Table<Vm> VM =
      Table.of(
          ofVm("vm", "VM", VmFacts::vm),
          ofVm("group", "Group", VmFacts::group).dotted(vm -> Format.group(vm.facts().group())),
          ofVm("role", "Role", VmFacts::role),
          ofVm("address", "Listens at", VmFacts::address).dim(),
          Column.<Vm>count("loadUnits", vm -> vm.facts().loadUnits()).ofBrokerage(),
          Column.of("seed", Column.type("string"), vm -> Long.toString(vm.facts().seed())),
          Column.<Vm>rounded("cpus", vm -> Rounded.exactly(vm.size().vcpus()))
              .meaning("Hard limit of processor time in cores; null if there is none."),
          Column.<Vm>countOrNull("memoryBytes", vm -> orNull(vm.size().memoryBytes()))
              .meaning("Hard limit of memory; null if there is none."));

  /** Which process ran where. */
  public static final Table<Placement> PLACEMENT =
      Table.of(
          Column.word("process", Placement::process).titled("Process"),
          Column.word("runs", Placement::runs).titled("Runs"),
          Column.word("machine", Placement::machine).titled("Machine"),
          Column.word("address", Placement::address)
              .meaning("Where it listens, or empty.")
              .titled("Listens at")
              .dim(),
          Column.words("sets", Placement::sets)
              .meaning("Sets that it serves; none: all of them.")
              .shown("Sets", row -> row.sets().isEmpty() ? "all" : String.join(", ", row.sets()))
              .left()
              .wrapped(),
          Column.countOrNull("hugePageBytes", Placement::hugePageBytes)
              .meaning("Memory of a database in huge pages; null if not known.")
              .shownBy("Huge pages", Format::memory),
          Column.<Placement>wordOrNull(
                  "cpuset", row -> row.pinning().cpuset().map(CpuSet::toString).orElse(null))
              .meaning(
                  "Processors that the plan binds it to, as Linux lists them; null for those of"
                      + " numaNode, or for all without one.")
              .shown("Bound to", row -> bound(row.pinning())),
          Column.<Placement>countOrNull("numaNode", row -> orNull(row.pinning().numaNode()))
              .meaning("NUMA node whose memory the plan binds it to; null for all."));

  private static final Table<VmFacts> TIER_A =
      Table.of(
          Column.word("vm", VmFacts::vm),
          ofProgram("quartetVersion", Program::quartetVersion),
          ofProgram("engineVersion", Program::engineVersion),
          ofProgram("programSha256", Program::programSha256),
          ofProgram("sessionSettings", Program::sessionSettings),
          Column.<VmFacts>named("streamSeeds", Column.type("string"), SystemFigures::seeds)
              .meaning("Of 64 bits, therefore text."));

  private static final Table<MachineSettings> MACHINE =
      Table.of(
          Column.words("machines", MachineSettings::machines).limited("minItems", 1),
          FactTable.column("facts", MachineSettings::facts));

  /** In JSON. */
  public static final List<Column<SystemUnderTest>> COLUMNS =
      List.of(
          Column.rows("stages", STAGE, SystemUnderTest::stages)
              .meaning("Parts of the whole benchmark, in time order."),
          Column.part("start", StartFigures.TABLE, SystemUnderTest::start)
              .meaning("What was done right before the first request."),
          Column.part("build", BuildFigures.TABLE, SystemUnderTest::build),
          Column.rows("virtualMachines", VM, SystemUnderTest::virtualMachines),
          Column.rows("placements", PLACEMENT, SystemUnderTest::placements)
              .meaning("Where each process ran: the driver, its workers and the VMs."),
          Column.rows("tierAs", TIER_A, SystemUnderTest::tierAs)
              .ofBrokerage()
              .meaning("What each Tier A reported."),
          Column.rows("settings", settings("defaultValue"), SystemUnderTest::settings)
              .meaning("PostgreSQL settings that differ from their default."),
          Column.rows("askedSettings", settings("asked"), SystemUnderTest::askedSettings)
              .meaning("PostgreSQL settings that the plan gives databases."),
          Column.rows("sessionSettings", settings("reason"), SystemUnderTest::sessionSettings)
              .ofBrokerage()
              .meaning("PostgreSQL settings that the sessions of the Tier As make themselves."),
          FactTable.column("configuration", SystemUnderTest::configuration)
              .meaning("The sealed plan, keys as in the benchmark file."),
          FactTable.column("versions", SystemUnderTest::versions),
          FactTable.column("host", SystemUnderTest::host),
          Column.rows("machineSettings", MACHINE, SystemUnderTest::machineSettings)
              .meaning(
                  "What collectors found on the machines (stats/<machine>/facts.json), the"
                      + " driver's machine, host, first. Machines that are alike stand together,"
                      + " without what tells them apart. Empty without collectors."));

  /** A value of more characters is broken into lines. */
  private static final int LONG_VALUE = 40;

  private SystemFigures() {}

  /**
   * @param compared key of what values are compared with
   */
  private static Table<Setting> settings(String compared) {
    return Table.of(
        Column.word("name", Setting::name),
        Column.word(compared, Setting::compared),
        Column.<Setting>named("values", Column.type("string"), Setting::values)
            .meaning("Value to the databases, or Tier As, that have it."));
  }

  private static Column<Vm> ofVm(String key, String title, Function<VmFacts, String> text) {
    return Column.<Vm>word(key, vm -> text.apply(vm.facts())).titled(title);
  }

  private static Column<VmFacts> ofProgram(String key, Function<Program, String> text) {
    return Column.word(key, vm -> text.apply(vm.program()));
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? (Long) value.getAsLong() : null;
  }

  private static Long orNull(OptionalInt value) {
    return value.isPresent() ? (Long) (long) value.getAsInt() : null;
  }

  /** Processors and memory. A node alone stands for its processors too. */
  private static String bound(Pinning pinning) {
    String node =
        pinning.numaNode().isPresent() ? "NUMA node " + pinning.numaNode().getAsInt() : "";
    return pinning
        .cpuset()
        .map(cpuset -> cpuset.size() == 1 ? "processor " + cpuset : "processors " + cpuset)
        .map(cpuset -> node.isEmpty() ? cpuset : cpuset + ", memory of " + node)
        .orElse(node.isEmpty() ? "nothing" : node);
  }

  /** Where these processes are bound to; no column if none of them is. */
  private static List<Column<Placement>> bindings(Collection<Placement> rows) {
    return rows.stream().anyMatch(row -> row.pinning().isPresent())
        ? PLACEMENT.chosen("cpuset")
        : List.of();
  }

  private static Map<String, String> seeds(VmFacts tierA) {
    Map<String, String> seeds = new LinkedHashMap<>();
    tierA.streamSeeds().forEach((purpose, seed) -> seeds.put(purpose, seed.toString()));
    return seeds;
  }

  /** Versions of the kit, its workers and what it uses. */
  public static List<Fact> versions(SystemUnderTest system) {
    return FactWords.of(
        system.versions().stream()
            .filter(fact -> !fact.name().equals(SessionSettings.VERSION))
            .toList());
  }

  /** The driver's machine. */
  public static List<Fact> host(SystemUnderTest system) {
    return FactWords.of(system.host());
  }

  /** What the collectors found on a machine. */
  public static List<Fact> machine(MachineSettings settings) {
    return FactWords.of(settings.facts());
  }

  /** How long each part of the benchmark took, and what was done right before the load. */
  public static List<Fact> course(SystemUnderTest system) {
    return Stream.concat(
            system.stages().stream()
                .map(stage -> new Fact(stage.stage(), Format.after(stage.millis()))),
            StartFigures.inWords(system.start()).stream())
        .toList();
  }

  /** The VMs with their limits. */
  public static View.Shown virtualMachines(Report report) {
    String noLimit = new SummaryView(report).noLimit();
    Map<String, Integer> active = report.run().loaded().activeLoadUnits();
    List<Column<Vm>> sizes =
        List.of(
            VM.column("cpus").shown("Processors", vm -> processors(vm.size()).orElse(noLimit)),
            VM.column("memoryBytes").shown("Memory", vm -> memory(vm.size()).orElse(noLimit)),
            VM.column("loadUnits")
                .shown("Load Units", vm -> loadUnits(vm.facts(), active))
                .ofBrokerage());
    Set<String> vms = names(report.system());
    Map<String, Placement> placements =
        report.system().placements().stream()
            .filter(row -> vms.contains(row.process()))
            .collect(Collectors.toMap(Placement::process, row -> row, (one, other) -> one));
    List<Column<Vm>> places =
        Column.of(
            Column.joined(
                PLACEMENT.chosen("machine", "hugePageBytes"), bindings(placements.values())),
            vm -> placements.get(vm.facts().vm()));
    return new View<>(Column.joined(VM.chosen("vm", "group", "role", "address"), sizes, places))
        .in(report.contents())
        .condensed(report.system().virtualMachines(), "VM");
  }

  /** The driver and its workers. */
  public static View.Shown processes(SystemUnderTest system) {
    Set<String> vms = names(system);
    List<Placement> ofDriver =
        system.placements().stream().filter(row -> !vms.contains(row.process())).toList();
    return new View<>(
            Column.joined(
                PLACEMENT.chosen("process", "runs", "machine", "address", "sets"),
                bindings(ofDriver)))
        .of(ofDriver);
  }

  private static Set<String> names(SystemUnderTest system) {
    return system.virtualMachines().stream().map(vm -> vm.facts().vm()).collect(Collectors.toSet());
  }

  private static Optional<String> processors(VmSize size) {
    return size.vcpus().stream().mapToObj(Format::plain).findFirst();
  }

  private static Optional<String> memory(VmSize size) {
    return size.memoryBytes().stream().mapToObj(Format::memory).findFirst();
  }

  private static String loadUnits(VmFacts vm, Map<String, Integer> activeByGroup) {
    long active = activeByGroup.getOrDefault(vm.group(), (int) vm.loadUnits());
    return Format.count(vm.loadUnits())
        + (active == vm.loadUnits() ? "" : ", " + active + " active");
  }

  /** Programs of the Tier As: one list of facts for those with equal programs. */
  public static List<List<Fact>> programs(SystemUnderTest system) {
    Map<List<Fact>, String> vmsByProgram =
        system.tierAs().stream()
            .collect(
                Collectors.groupingBy(
                    tierA -> program(tierA.program()),
                    LinkedHashMap::new,
                    Collectors.mapping(VmFacts::vm, Collectors.joining(", "))));
    return vmsByProgram.entrySet().stream()
        .map(
            each ->
                Stream.concat(
                        Stream.of(new Fact("Tier A", each.getValue())), each.getKey().stream())
                    .toList())
        .toList();
  }

  private static List<Fact> program(Program program) {
    return List.of(
        new Fact("Quartet", program.quartetVersion()),
        new Fact("engine", program.engineVersion()),
        new Fact("SHA-256 of the program", program.programSha256()));
  }

  /** Seeds by Set: of the rows in its databases, and of its streams of random numbers. */
  public static List<Fact> seedsBySet(SystemUnderTest system) {
    Map<String, List<String>> seedsBySet = new TreeMap<>();
    for (Vm vm : system.virtualMachines()) {
      List<String> seeds =
          seedsBySet.computeIfAbsent(
              vm.facts().set(), set -> new ArrayList<>(List.of("rows " + vm.facts().seed())));
      vm.facts().streamSeeds().forEach((stream, seed) -> seeds.add(stream + " " + seed));
    }
    return seedsBySet.entrySet().stream()
        .map(each -> new Fact("Set " + each.getKey(), String.join(", ", each.getValue())))
        .toList();
  }

  /** A value of a setting; what is compared with it stands beside the first value only. */
  private record SettingRow(String name, String compared, String value, String databases) {}

  /** Settings that differ from their default. */
  public static View.Shown settings(SystemUnderTest system) {
    Column<SettingRow> byDefault = Column.label("Default", SettingRow::compared);
    return settings(system.settings(), byDefault.dim(), "Value");
  }

  /** Settings that the plan gives databases. */
  public static View.Shown askedSettings(SystemUnderTest system) {
    return settings(
        system.askedSettings(), Column.label("Asked for", SettingRow::compared), "Came to");
  }

  /** Settings of the sessions of the Tier As that have a reason, or differ between Tier As. */
  public static View.Shown sessionSettings(SystemUnderTest system) {
    return settings(
        system.sessionSettings().stream().filter(setting -> !isUsual(setting)).toList(),
        Column.label("Why", SettingRow::compared),
        "Value");
  }

  /** The other settings of these sessions, in a line. */
  public static String usualSettings(SystemUnderTest system) {
    return system.sessionSettings().stream()
        .filter(SystemFigures::isUsual)
        .map(setting -> setting.name() + " " + setting.values().keySet().iterator().next())
        .collect(Collectors.joining(", "));
  }

  private static boolean isUsual(Setting setting) {
    return setting.compared().equals(SessionSettings.OF_THE_KIT) && setting.values().size() == 1;
  }

  private static View.Shown settings(
      List<Setting> settings, Column<SettingRow> compared, String value) {
    List<SettingRow> rows = new ArrayList<>();
    for (Setting setting : settings) {
      SettingRow next = new SettingRow(setting.name(), setting.compared(), "", "");
      for (Map.Entry<String, String> each : setting.values().entrySet()) {
        rows.add(new SettingRow(next.name(), next.compared(), each.getKey(), each.getValue()));
        next = new SettingRow("", "", "", "");
      }
    }
    Column<SettingRow> values = Column.label(value, SettingRow::value);
    boolean isLong = rows.stream().anyMatch(row -> row.value().length() > LONG_VALUE);
    return new View<>(
            List.of(
                Column.label("Setting", SettingRow::name),
                compared.wrapped(),
                isLong ? values.wrapped() : values,
                Column.label("Holds in", SettingRow::databases).wrapped().dim()))
        .condensed(rows, "setting");
  }
}
