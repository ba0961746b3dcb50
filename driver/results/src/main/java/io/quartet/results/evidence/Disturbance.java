package io.quartet.results.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import java.util.OptionalDouble;

/**
 * Whether other programs and virtual machines took so much processor time of a run's machines that
 * its figures say more about them than about the run.
 *
 * @param foreignPercent foreign share of the worst machine whose share is known, 0 to 100; empty if
 *     none is known
 * @param unknown why the share of a machine is not known, without a full stop; empty if all are
 */
public record Disturbance(OptionalDouble foreignPercent, String unknown) {

  /** A run with a larger foreign share is disturbed, and not compared with other runs. */
  public static final double LIMIT_PERCENT = 20;

  private static final String PERCENT = "foreignPercent";
  private static final String UNKNOWN = "unknown";

  /** The disturbance of a run whose foreign share is not known, for this reason. */
  public static Disturbance unknown(String reason) {
    return new Disturbance(OptionalDouble.empty(), reason);
  }

  /** True if a machine is known to have been disturbed. */
  public boolean isDisturbed() {
    return foreignPercent.orElse(0) > LIMIT_PERCENT;
  }

  /** What a statement about a valid run says of it after the verdict; empty if undisturbed. */
  public String suffix() {
    if (isDisturbed()) {
      return Text.format(", disturbed: others took %.1f %%", foreignPercent.getAsDouble());
    }
    return unknown.isEmpty() ? "" : ", disturbance not known";
  }

  /** The foreign share beside other figures: {@code "; others took 3.2 % of the processors"}. */
  public String inWords() {
    return foreignPercent.isEmpty()
        ? ""
        : Text.format("; others took %.1f %% of the processor time", foreignPercent.getAsDouble());
  }

  /** As in audit.json. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    foreignPercent.ifPresent(percent -> json.put(PERCENT, percent));
    if (!unknown.isEmpty()) {
      json.put(UNKNOWN, unknown);
    }
    return json;
  }

  /** From audit.json. */
  public static Disturbance of(JsonNode json) {
    JsonNode percent = json.path(PERCENT);
    return new Disturbance(
        percent.isNumber() ? OptionalDouble.of(percent.asDouble()) : OptionalDouble.empty(),
        json.path(UNKNOWN).asText());
  }
}
