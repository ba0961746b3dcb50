package io.quartet.report.internal.run;

import io.quartet.model.Text;
import io.quartet.model.plan.VmMachine;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.run.ChartData.Checkpoints;
import io.quartet.results.LatencyLogs;
import io.quartet.results.folder.ProcessesCsv;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.MachineStatistics;
import io.quartet.results.statistics.MachineStatistics.Machine;
import io.quartet.results.statistics.SpaceStatistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Says what was not sampled, and which file should have it. */
final class MissingSamples {

  private static final Set<String> DRIVER_ONLY = Set.of(VmMachine.OF_THE_DRIVER);

  private final ReportData data;

  public MissingSamples(ReportData data) {
    this.data = data;
  }

  /** Sources of machines without samples, in words, and tables without sizes. */
  public List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    for (MachineSource source : MachineSource.ofEveryMachine()) {
      sentences.addAll(of(source));
    }
    sentences.addAll(machinesOfDatabases());
    sentences.addAll(machinesWithoutContents());
    sentences.addAll(data.samples().disks().elsewhereInWords(role -> true));
    if (data.samples().space().databases().isEmpty()) {
      sentences.add(sizes());
    } else {
      data.sets().stream()
          .flatMap(set -> data.unsized(set).stream())
          .forEach(
              vm ->
                  sentences.add(
                      "No sizes of the tables of "
                          + vm
                          + " were recorded, so sums of tables and indexes leave it out."));
    }
    return sentences;
  }

  /** Machines with databases that had no collectors, where others had. */
  private List<String> machinesOfDatabases() {
    Set<String> sampled =
        data.samples().machines().machines().stream()
            .map(Machine::name)
            .collect(Collectors.toSet());
    List<VmMachine> withDatabases =
        data.vmMachines().stream().filter(one -> !one.databases().isEmpty()).toList();
    List<VmMachine> missing =
        withDatabases.stream().filter(one -> !sampled.contains(one.name())).toList();
    if (sampled.isEmpty() || missing.isEmpty()) {
      return List.of();
    }
    if (missing.size() == withDatabases.size() && sampled.equals(DRIVER_ONLY)) {
      return List.of(
          "No samples of the machines of the databases were recorded: only the driver's machine"
              + " had collectors.");
    }
    return missing.stream()
        .map(
            one ->
                Text.format(
                    "No samples of the machine of %s were recorded: stats/%s/ has no file of"
                        + " collectors.",
                    String.join(", ", one.databases()), one.name()))
        .toList();
  }

  /** Machines with databases whose disks sums by role leave out, where they have others. */
  private List<String> machinesWithoutContents() {
    Set<String> known = data.samples().disks().byMachine().keySet();
    return data.samples().diskLoads().isEmpty()
        ? List.of()
        : data.machinesOfDatabases().stream()
            .filter(machine -> !known.contains(machine))
            .map(
                machine ->
                    Text.format(
                        "Sums of disks by role leave out the machine of %s: stats/%s/facts.json does"
                            + " not show the disks of its mounts.",
                        machine, machine))
            .toList();
  }

  /** Charts that cannot be drawn, each with a sentence to stand in its place. */
  Map<String, String> charts(
      ChartData.Distribution distribution,
      ChartData.Machine machine,
      Checkpoints checkpoints,
      ChartData.Growth growth) {
    Map<String, String> missing = new LinkedHashMap<>();
    if (distribution.transactions().isEmpty()) {
      missing.put(
          ChartData.DISTRIBUTION,
          "No response times of measured phases were recorded: " + state(LatencyLogs.PHASES));
    }
    if (machine.processors().isEmpty()) {
      missing.put(ChartData.PROCESSORS, String.join(" ", of(MachineSource.CPU)));
    }
    if (machine.vmProcessors().isEmpty()) {
      missing.put(
          ChartData.VM_PROCESSORS,
          "No samples of the processes of the VMs were recorded in a measured phase: "
              + processesFile());
    }
    if (machine.disks().isEmpty()) {
      missing.put(ChartData.DISKS, String.join(" ", of(MachineSource.DISK)));
    }
    if (checkpoints.databases().stream().allMatch(lane -> lane.checkpoints().isEmpty())) {
      missing.put(
          ChartData.CHECKPOINTS,
          "No checkpoint was recorded: no stats/<vm>/checkpoints.csv has any, nor has"
              + " events.jsonl.");
    }
    if (growth.seconds().isEmpty()) {
      missing.put(
          ChartData.GROWTH, growth.notes().isEmpty() ? sizes() : String.join(" ", growth.notes()));
    }
    return missing;
  }

  private String processesFile() {
    if (ProcessesCsv.isOlder(data.folder())) {
      return "no stats/<vm>/process.csv has any.";
    }
    return data.plan().map(plan -> plan.provider().isLocal()).orElse(true)
        ? "stats/host/processes.csv has none."
        : "no stats/<vm>/processes.csv has any, or servers share a machine.";
  }

  private static String sizes() {
    return "No sizes of tables were recorded: no stats/<vm>/"
        + SpaceStatistics.SOURCE
        + ".csv has any.";
  }

  /** One sentence for each machine without samples of that. */
  private List<String> of(MachineSource source) {
    if (data.samples().machines().machines().isEmpty()) {
      return List.of(sentence(VmMachine.OF_THE_DRIVER, source));
    }
    return data.samples().machines().machines().stream()
        .filter(machine -> machine.of(source).isEmpty())
        .map(Machine::name)
        .map(name -> sentence(name, source))
        .toList();
  }

  private String sentence(String machine, MachineSource source) {
    return "No samples of "
        + words(source)
        + " were recorded: "
        + state(MachineStatistics.file(machine, source));
  }

  private static String words(MachineSource source) {
    return switch (source) {
      case CPU -> "processors";
      case MEMORY -> "memory";
      case NETWORK -> "the network";
      case DISK -> "disks";
      case GUESTS -> "guests";
    };
  }

  private String state(String file) {
    return file + (data.folder().has(file) ? " holds none that can be read." : " is missing.");
  }
}
