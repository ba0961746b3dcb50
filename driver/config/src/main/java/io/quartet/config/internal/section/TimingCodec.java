package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.plan.Timing;

/** {@code timing}: a name, or each length. */
public final class TimingCodec {

  private TimingCodec() {}

  public static Timing read(Section timing) {
    if (timing.value().isTextual()) {
      return timing.value().asText().equals("official") ? Timing.OFFICIAL : Timing.SHORT;
    }
    return new Timing(
        timing.duration("rampUp"),
        timing.duration("warmUp"),
        timing.positive("phase"),
        timing.duration("rampDown"));
  }

  public static ObjectNode write(Timing timing) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("rampUp", Units.text(timing.rampUp()))
        .put("warmUp", Units.text(timing.warmUp()))
        .put("phase", Units.text(timing.phase()))
        .put("rampDown", Units.text(timing.rampDown()));
  }
}
