package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.internal.Interpolation;
import io.quartet.config.internal.YamlDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.TextFile;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads the rows of an elasticity table from a list, a YAML file or a CSV file. */
final class PhaseRows {

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final String CUSTOM = "custom";

  /** Characters of a wrong row in a message. */
  private static final int MOST_SHOWN = 60;

  private PhaseRows() {}

  /**
   * The table of a list of rows that fits the schema.
   *
   * @param isSound false for the place of a row that does not fit the schema
   * @param problems receives a problem for each row that does not sum to 100
   * @return the table; a row with a problem holds the average shares
   */
  static PhaseTable ofList(
      JsonNode rows,
      DocumentPath path,
      Predicate<DocumentPath> isSound,
      Consumer<Problem> problems) {
    List<LoadShare> shares = new ArrayList<>();
    for (JsonNode row : rows) {
      DocumentPath place = path.child(shares.size());
      if (!isSound.test(place)) {
        shares.add(LoadShare.AVERAGE);
        continue;
      }
      List<BigDecimal> values = new ArrayList<>();
      row.forEach(value -> values.add(value.decimalValue()));
      if (sum(values).compareTo(HUNDRED) != 0) {
        problems.accept(Problem.ofValue(place, "PHASE_SHARES", sumText(shares.size() + 1, values)));
        shares.add(LoadShare.AVERAGE);
      } else {
        shares.add(share(values));
      }
    }
    return new PhaseTable(CUSTOM, shares);
  }

  /**
   * The table of a file: a YAML list of rows, or CSV lines with an optional header {@code A,B,C,D}.
   *
   * @throws TextFile.UnusableException if it cannot be read
   * @throws QuartetException PHASE_FILE or PHASE_SHARES, naming the file and line
   */
  static PhaseTable ofFile(Path file) throws TextFile.UnusableException {
    String text = TextFile.read(file);
    return file.toString().endsWith(".csv") ? ofCsv(file, text) : ofYaml(file, text);
  }

  private static PhaseTable ofYaml(Path file, String text) {
    YamlDocument document =
        YamlDocument.parse(file.toString(), text, new Interpolation(name -> null));
    List<Problem> problems = new ArrayList<>(document.problems());
    if (!problems.isEmpty()) {
      throw document.error(problems);
    }
    int number = 0;
    for (JsonNode row : document.root()) {
      if (!row.isArray() || row.size() != 4 || !isNumbers(row)) {
        problems.add(
            Problem.ofValue(
                DocumentPath.ROOT.child(number),
                "PHASE_FILE",
                "phase " + (number + 1) + " needs four numbers, the shares of A, B, C and D."));
      }
      number++;
    }
    if (number == 0 || !document.root().isArray()) {
      problems.add(
          Problem.ofValue(
              DocumentPath.ROOT, "PHASE_FILE", "a phase file needs a list with at least one row."));
    }
    PhaseTable table =
        problems.isEmpty()
            ? ofList(document.root(), DocumentPath.ROOT, row -> true, problems::add)
            : null;
    if (!problems.isEmpty()) {
      throw document.error(problems);
    }
    return table;
  }

  private static boolean isNumbers(JsonNode row) {
    for (JsonNode value : row) {
      if (!value.isNumber() || value.decimalValue().signum() < 0) {
        return false;
      }
    }
    return true;
  }

  private static PhaseTable ofCsv(Path file, String text) {
    List<LoadShare> shares = new ArrayList<>();
    int line = 0;
    // Spreadsheets write a byte order mark.
    String rows = text.startsWith("\ufeff") ? text.substring(1) : text;
    for (String content : rows.lines().toList()) {
      line++;
      boolean isHeader = line == 1 && content.replace(" ", "").equalsIgnoreCase("A,B,C,D");
      if (!isHeader && !content.isBlank() && !content.startsWith("#")) {
        shares.add(csvRow(file, line, shares.size() + 1, content));
      }
    }
    if (shares.isEmpty()) {
      throw fileError(file, 1, "PHASE_FILE", "a phase file needs at least one row.");
    }
    return new PhaseTable(CUSTOM, shares);
  }

  private static LoadShare csvRow(Path file, int line, int number, String content) {
    List<BigDecimal> values = new ArrayList<>();
    try {
      for (String field : content.split(",", -1)) {
        values.add(YamlDocument.number(field.strip()));
      }
    } catch (NumberFormatException e) {
      values.clear();
    }
    if (values.size() != 4 || values.stream().anyMatch(value -> value.signum() < 0)) {
      throw fileError(
          file,
          line,
          "PHASE_FILE",
          "phase "
              + number
              + " needs four numbers with commas between them, the shares of A, B, C and D, but is '"
              + Text.visible(Text.shortened(content, MOST_SHOWN))
              + "'.");
    }
    if (sum(values).compareTo(HUNDRED) != 0) {
      throw fileError(file, line, "PHASE_SHARES", sumText(number, values));
    }
    return share(values);
  }

  private static QuartetException fileError(Path file, int line, String code, String text) {
    return QuartetException.badInput(code, file + ":" + line + ":1: " + text);
  }

  private static LoadShare share(List<BigDecimal> values) {
    return LoadShare.of(values.stream().mapToDouble(BigDecimal::doubleValue).toArray());
  }

  private static BigDecimal sum(List<BigDecimal> values) {
    return values.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static String sumText(int number, List<BigDecimal> values) {
    String row = String.join("/", values.stream().map(BigDecimal::toPlainString).toList());
    return "the shares of phase %s, %s, sum to %s. Make them sum to 100."
        .formatted(number, row, sum(values).toPlainString());
  }
}
