package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.Text;
import io.quartet.model.plan.Timing;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** {@code timing}: a name, or each length. */
public final class TimingCodec {

  private static final String PHASE = "phase";

  private TimingCodec() {}

  /**
   * @param phases phases of the run before any growth
   */
  public static Timing read(Section timing, int phases) {
    if (timing.value().isTextual()) {
      return timing.value().asText().equals("official") ? Timing.OFFICIAL : Timing.SHORT;
    }
    return new Timing(
        lengthOrNone(timing, "rampUp"),
        lengthOrNone(timing, "warmUp"),
        lengths(timing, phases),
        lengthOrNone(timing, "rampDown"));
  }

  private static Duration lengthOrNone(Section timing, String key) {
    return timing.has(key) ? timing.duration(key) : Duration.ZERO;
  }

  private static List<Duration> lengths(Section timing, int phases) {
    Section lengths = timing.child(PHASE);
    if (!lengths.value().isArray()) {
      return List.of(timing.positive(PHASE));
    }
    if (lengths.items().size() != phases) {
      timing.wrong(
          lengths.path(),
          Text.format(
              " has %s, but the run has %s. Give one length for all, or one for each phase.",
              Text.counted(lengths.items().size(), "length"), Text.counted(phases, "phase")),
          PhasesCodec.PATH,
          ClientLoadCodec.PATH,
          WorkloadCodec.KIND);
    }
    return IntStream.range(0, lengths.items().size())
        .mapToObj(index -> lengths.positive(index))
        .toList();
  }

  public static ObjectNode write(Timing timing) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("rampUp", Units.text(timing.rampUp()))
            .put("warmUp", Units.text(timing.warmUp()));
    if (timing.phases().size() == 1) {
      json.put(PHASE, Units.text(timing.phase(0)));
    } else {
      ArrayNode lengths = json.putArray(PHASE);
      timing.phases().forEach(length -> lengths.add(Units.text(length)));
    }
    return json.put("rampDown", Units.text(timing.rampDown()));
  }
}
