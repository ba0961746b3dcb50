package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.Units;
import io.quartet.model.plan.Limits;
import io.quartet.model.plan.Storage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** {@code limits}: absent if there are none. */
public final class LimitsCodec {

  private static final String FAIL = "fail";

  private LimitsCodec() {}

  public static Limits read(Section limits) {
    Section await = limits.child("await");
    Map<Storage, Duration> longest = new EnumMap<>(Storage.class);
    for (Storage part : Storage.values()) {
      if (await.has(part.label())) {
        longest.put(part, await.positive(part.label()));
      }
    }
    return longest.isEmpty()
        ? Limits.NONE
        : new Limits(longest, limits.text("broken").equals(FAIL));
  }

  public static Optional<ObjectNode> write(Limits limits) {
    if (!limits.areSet()) {
      return Optional.empty();
    }
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode await = json.putObject("await");
    limits.await().forEach((part, longest) -> await.put(part.label(), Units.text(longest)));
    json.put("broken", limits.areFatal() ? FAIL : "warn");
    return Optional.of(json);
  }
}
