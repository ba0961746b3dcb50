package io.quartet.cli.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.cli.view.TimeLeft;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Timing;
import io.quartet.model.size.Bytes;
import io.quartet.model.size.Machine;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.run.estimate.FittingPlan;
import io.quartet.run.estimate.StageTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The benchmark file for a machine: the example with the values that fit it. */
final class FittingFile {

  private static final String EXAMPLE = "laptop";

  /** A name that YAML reads as text. */
  private static final Pattern TEXT =
      Pattern.compile("(?i)(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9-]*");

  private final Machine machine;
  private final long freeBytes;
  private final Path folder;
  private final FittingPlan fitting;

  private FittingFile(Machine machine, long freeBytes, Path folder, RunPlan usual) {
    this.machine = machine;
    this.freeBytes = freeBytes;
    this.folder = folder;
    this.fitting = FittingPlan.of(usual, machine, freeBytes, folder);
  }

  /**
   * Measures this machine.
   *
   * @param name of the benchmark
   * @throws QuartetException MACHINE_TOO_SMALL, DATA_FOLDER_CLOSED
   */
  static FittingFile here(String name) {
    RunPlan usual = BenchmarkFile.loadExample(EXAMPLE).withName(name);
    Path folder = LocalNeeds.of(usual).dataFolder();
    try {
      return new FittingFile(
          Machine.detect(), Files.getFileStore(folder).getUsableSpace(), folder, usual);
    } catch (IOException e) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          "the free space of %s cannot be read (%s). Check its permissions.".formatted(folder, e),
          e);
    }
  }

  /** For a machine with these resources. */
  static FittingFile of(String name, Machine machine, long freeBytes, Path folder) {
    return new FittingFile(
        machine, freeBytes, folder, BenchmarkFile.loadExample(EXAMPLE).withName(name));
  }

  /** What was measured and what the run is expected to take, in lines. */
  String summary() {
    LocalNeeds needs = fitting.needs();
    StageTimes times = fitting.times();
    return Text.line(
        "this machine: %,d processors, %s of memory, %s free in %s%n"
            + "needed at most: %s of memory, %s of disk%n"
            + "expected: up and load %s min, run %s min%n",
        machine.cores(),
        Bytes.text(machine.memoryBytes()),
        Bytes.text(freeBytes),
        folder,
        Bytes.text(needs.memoryBytes()),
        Bytes.text(needs.diskBytes()),
        TimeLeft.clock(times.up().plus(times.load())),
        TimeLeft.clock(times.run()));
  }

  /** The facts of {@link #summary}, for a program. */
  void addTo(ObjectNode json) {
    LocalNeeds needs = fitting.needs();
    StageTimes times = fitting.times();
    json.put("processors", machine.cores())
        .put("memoryBytes", machine.memoryBytes())
        .put("freeBytes", freeBytes)
        .put("dataFolder", folder.toString())
        .put("neededMemoryBytes", needs.memoryBytes())
        .put("neededDiskBytes", needs.diskBytes())
        .put("upAndLoadSeconds", times.up().plus(times.load()).toSeconds())
        .put("runSeconds", times.run().toSeconds());
  }

  /** The commented text of the file. */
  String text() {
    RunPlan plan = fitting.plan();
    Timing timing = plan.schedule().timing();
    String text = BenchmarkFile.example(EXAMPLE);
    // The comment before it describes the run of the example, which has another size.
    text = text.substring(text.indexOf("# Missing keys"));
    text = named(text, plan.name());
    text = with(text, "rampUp", seconds(timing.rampUp()));
    text = with(text, "warmUp", seconds(timing.warmUp()));
    text = with(text, "phase", seconds(timing.phase(0)));
    text = with(text, "rampDown", seconds(timing.rampDown()));
    text = with(text, "users", Integer.toString(plan.userSessions()));
    text =
        with(
            text,
            "loadUnits",
            new TreeMap<>(plan.database().loadUnits()).toString().replace("=", ": "));
    text = with(text, "tradeDays", Integer.toString(plan.database().tradeDays()));
    return head() + text + buffers(plan.sets().get(0));
  }

  private String head() {
    StageTimes times = fitting.times();
    String parts =
        Text.line(
            "of the run: checks %s, ramps and phases %s, checks %s; the rest prepares and reports%n",
            TimeLeft.clock(times.checksBefore()),
            TimeLeft.clock(fitting.plan().timeline().total()),
            TimeLeft.clock(times.checksAfter()));
    return (Text.line("An elastic run that fits this machine, written by quartet init.%n")
            + summary()
            + parts)
        .replaceAll("(?m)^(?=.)", "# ");
  }

  private String buffers(VmSet set) {
    return Text.line(
        """

        provider:
          settings:                      # of PostgreSQL; all buffers take a quarter of the memory
            dss: {shared_buffers: %dMB}
            oltp: {shared_buffers: %dMB}
        """,
        fitting.needs().sharedBuffersMib(set, VmRole.DSS),
        fitting.needs().sharedBuffersMib(set, VmRole.OLTP));
  }

  /**
   * The text with another name. YAML reads some words as numbers or truth, so these have quotes.
   */
  static String named(String text, String name) {
    return with(text, "name", TEXT.matcher(name).matches() ? name : '"' + name + '"');
  }

  /** The text with another value of a key, and the comment beside it where it was. */
  private static String with(String text, String key, String value) {
    Matcher line = Pattern.compile("(?m)^( *" + key + ": )([^#\n]*?)( *)(#.*)?$").matcher(text);
    if (!line.find()) {
      throw new IllegalStateException("the example has no key " + key);
    }
    int column = line.group(2).length() + line.group(3).length();
    String comment = line.group(4) == null ? "" : " ".repeat(Math.max(1, column - value.length()));
    return text.substring(0, line.start(2))
        + value
        + comment
        + text.substring(line.start(4) < 0 ? line.end() : line.start(4));
  }

  private static String seconds(Duration length) {
    return length.toSeconds() + "s";
  }
}
