package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.model.plan.Growth;
import io.quartet.model.plan.RunPlan;
import java.util.Optional;

/** {@code growth}: until when the phases are repeated, or nothing. */
public final class GrowthCodec {

  private static final String UNTIL_TRADES = "untilTrades";
  private static final String PHASES = "phases";

  private GrowthCodec() {}

  public static Optional<Growth> read(Section growth) {
    return growth.has(UNTIL_TRADES)
        ? Optional.of(new Growth(growth.value().get(UNTIL_TRADES).asLong(), growth.integer(PHASES)))
        : Optional.empty();
  }

  /** Reports a growth that the other sections do not allow. */
  public static void check(RunPlan plan, Section growth) {
    Growth.refusal(plan)
        .ifPresent(
            why ->
                growth.wrongKey(
                    growth.path(),
                    ": " + why,
                    DocumentPath.ROOT.child("profile"),
                    DocumentPath.ROOT.child(EventsCodec.NAME),
                    DriverCodec.WORKERS,
                    LoadCodec.PATH));
  }

  public static ObjectNode write(Growth growth) {
    return JsonNodeFactory.instance
        .objectNode()
        .put(UNTIL_TRADES, growth.untilTrades())
        .put(PHASES, growth.phases());
  }
}
