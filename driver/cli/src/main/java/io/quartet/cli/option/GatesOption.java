package io.quartet.cli.option;

import io.quartet.cli.view.Folded;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.report.compare.Gate;
import io.quartet.report.compare.Gate.Outcome;
import io.quartet.report.compare.Gate.Result;
import io.quartet.report.compare.Pairing;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --fail-if}: margins that figures have to keep, decided by the exit code. */
public final class GatesOption {

  @Option(
      names = "--fail-if",
      paramLabel = "'FIGURE -N%'",
      converter = Converter.class,
      description =
          "Ends with 6 if a figure is surely lower than the baseline by more than N percent, or with"
              + " + surely higher. Ends with 7 if the runs do not decide it, and says how many more"
              + " would; it needs three on each side. Can be repeated. Names are those of quartet"
              + " compare --all, for instance 'etps -3%%' or 'p90 Trade-Order +5%%'.")
  private List<Gate> gates = new ArrayList<>();

  /** The message is that of the gate. */
  private static final class Converter implements ITypeConverter<Gate> {
    @Override
    public Gate convert(String text) {
      try {
        return Gate.of(text);
      } catch (QuartetException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /**
   * Makes sure that every figure exists, before work that takes time.
   *
   * @param names of all figures of the runs
   * @throws QuartetException WRONG_GATE
   */
  public void require(List<String> names) {
    gates.forEach(gate -> gate.require(names));
  }

  /**
   * Judges all sides, and prints a line for each.
   *
   * @param isSound false if runs were invalid or not comparable, which decides the exit code
   * @param pairs asked for if there are gates
   * @return the exit code
   */
  public int judge(boolean isSound, Supplier<List<Pairing>> pairs, PrintWriter out) {
    List<Result> results = new ArrayList<>();
    if (!gates.isEmpty()) {
      pairs.get().forEach(pair -> gates.forEach(gate -> results.add(gate.judge(pair))));
      results.forEach(result -> out.print(Folded.lines(line(result))));
      out.flush();
    }
    return !isSound
        ? Kind.INVALID_RUN.exitCode()
        : have(results, Outcome.FAILED)
            ? Kind.GATE_FAILED.exitCode()
            : have(results, Outcome.NOT_DECIDED) ? Kind.NOT_DECIDED.exitCode() : 0;
  }

  private static boolean have(List<Result> results, Outcome outcome) {
    return results.stream().anyMatch(result -> result.outcome() == outcome);
  }

  private static String line(Result result) {
    return Text.line(
        "%s: %s: %s: %s%n",
        result.gate().text(), result.side(), result.outcome().words(), result.reason());
  }
}
