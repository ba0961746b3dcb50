package io.quartet.run.internal.definedtool;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.ToolDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures what a line of a defined tool costs the driver until its figures are known. Run it in
 * the folder of the kit.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ToolOutputCost {

  /** What is printed: an interval of a tool, or a line without a figure. */
  public enum Line {
    INTERVAL_OF_VISITS("visits", "interval 1234"),
    INTERVAL_OF_SYSBENCH(
        "sysbench",
        "[ 2s ] thds: 2 tps: 610.25 qps: 12278.95 (r/w/o: 8601.47/2447.99/1229.50)"
            + " lat (ms,95%): 4.57 err/s: 4.00 reconn/s: 0.00"),
    OTHER_OF_SYSBENCH("sysbench", "       1.272 |******                                   85"),
    INTERVAL_OF_GO_TPC("go-tpc", "[" + ofKind("DELIVERY") + "," + ofKind("NEW_ORDER") + "]");

    private final String tool;
    private final String text;

    Line(String tool, String text) {
      this.tool = tool;
      this.text = text;
    }

    private static String ofKind(String kind) {
      return ("{'50th(ms)':'12.1','90th(ms)':'46.1','95th(ms)':'60.8','99.9th(ms)':'83.9',"
              + "'99th(ms)':'83.9','Avg(ms)':'19.8','Count':'32','Max(ms)':'83.9','Operation':'"
              + kind
              + "','Prefix':'[Current] ','Sum(ms)':'632.8','TPM':'974.5','Takes(s)':'2.0'}")
          .replace('\'', '"');
    }
  }

  @Param public Line line;

  private PrintedLines lines;
  private FigureReader intervals;
  private FigureReader totals;

  @Setup
  public void read() throws IOException {
    Path file = Files.createTempFile("tool", ".yaml");
    Files.writeString(
        file,
        "name: x\nworkload: {kind: tool, definition: %s}\n"
            .formatted(Path.of("examples/tools", line.tool).toAbsolutePath()));
    ToolDefinition definition = ((DefinedTool) BenchmarkFile.load(file).workload()).definition();
    Files.delete(file);
    lines = new PrintedLines(definition.failures());
    intervals = new FigureReader(definition.output().interval());
    totals = new FigureReader(definition.output().total());
  }

  /** One line, which is kept, looked at for failures, and read. */
  @Benchmark
  public Object readLine() {
    lines.accept(line.text);
    Object rows = intervals.read(line.text);
    return line.name().startsWith("OTHER") ? totals.read(line.text) : rows;
  }
}
