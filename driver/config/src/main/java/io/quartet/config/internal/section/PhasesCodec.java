package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Units;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import java.math.BigDecimal;

/** {@code phases}: a named table, a file, or rows. */
public final class PhasesCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("phases");

  private PhasesCodec() {}

  public static PhaseTable read(Section phases) {
    Reading reading = phases.reading();
    // With every default filled in, rows that do not fit the schema are gone, and others move up.
    if (phases.given().isArray() && !phases.given().isEmpty()) {
      return PhaseRows.ofList(phases.given(), PATH, reading::areSound, reading::report);
    }
    String name = phases.value().asText();
    return switch (name) {
      case "vldb2013" -> PhaseTable.VLDB2013;
      case "static" -> PhaseTable.STATIC;
      default -> ofFile(name, reading);
    };
  }

  private static PhaseTable ofFile(String name, Reading reading) {
    try {
      return PhaseRows.ofFile(reading.file(name));
    } catch (QuartetException e) {
      reading.reportFile(PATH, e);
      return PhaseTable.STATIC;
    } catch (TextFile.UnusableException e) {
      reading.report(
          Problem.ofValue(
              PATH,
              "PHASE_FILE",
              ("the phase file %s cannot be read: %s. A relative name starts at the folder of the"
                      + " benchmark file.")
                  .formatted(e.place(), e.getMessage())));
      return PhaseTable.STATIC;
    }
  }

  public static JsonNode write(PhaseTable table) {
    if (table.equals(PhaseTable.VLDB2013) || table.equals(PhaseTable.STATIC)) {
      return JsonNodeFactory.instance.textNode(table.name());
    }
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    for (LoadShare share : table.rows()) {
      ArrayNode row = rows.addArray();
      for (double percent : share.percents()) {
        row.add(Units.plain(BigDecimal.valueOf(percent)));
      }
    }
    return rows;
  }
}
