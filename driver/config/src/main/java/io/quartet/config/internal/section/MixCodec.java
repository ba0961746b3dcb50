package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Units;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.TransactionMix;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;

/** {@code mix}: a name, or a weight for each transaction. */
public final class MixCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("mix");

  private MixCodec() {}

  public static TransactionMix read(Section mix) {
    if (mix.value().isTextual()) {
      return mix.value().asText().equals("tpce") ? TransactionMix.TPCE : TransactionMix.ELASTIC;
    }
    Map<TransactionType, Integer> cards = new EnumMap<>(TransactionType.class);
    mix.value()
        .fields()
        .forEachRemaining(
            weight ->
                cards.put(
                    TransactionType.byLabel(weight.getKey()).orElseThrow(),
                    weight.getValue().decimalValue().multiply(BigDecimal.TEN).intValue()));
    if (cards.values().stream().allMatch(count -> count == 0)) {
      mix.reading()
          .report(
              Problem.ofKey(
                  PATH,
                  "WRONG_VALUE",
                  "every weight of the mix is 0. Give at least one transaction a weight."));
      return TransactionMix.ELASTIC;
    }
    return new TransactionMix("custom", cards);
  }

  public static JsonNode write(TransactionMix mix) {
    if (mix.equals(TransactionMix.ELASTIC) || mix.equals(TransactionMix.TPCE)) {
      return JsonNodeFactory.instance.textNode(mix.name());
    }
    ObjectNode weights = JsonNodeFactory.instance.objectNode();
    mix.cards()
        .forEach(
            (type, cards) -> weights.put(type.label(), Units.plain(BigDecimal.valueOf(cards, 1))));
    return weights;
  }
}
