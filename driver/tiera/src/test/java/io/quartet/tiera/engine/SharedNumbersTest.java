package io.quartet.tiera.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.Outcome;
import io.quartet.model.TransactionType;
import io.quartet.tiera.protocol.ReplyOutcome;
import io.quartet.tiera.protocol.Type;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables that driver, protocol and engine each have are equal. */
@Tag("unit")
class SharedNumbersTest {

  @Test
  void engineKnowsTheTransactionTypesOfTheDriver() {
    NativeLibrary.require();
    assertThat(NativeEngine.transactionTypes().lines())
        .containsExactlyElementsOf(
            Arrays.stream(TransactionType.values())
                .map(
                    type ->
                        "%s %s %s %s %s"
                            .formatted(
                                type.code(),
                                type.label(),
                                type.issuer(),
                                type.database(),
                                type.isWriting() ? "writing" : "reading"))
                .toList());
  }

  @Test
  void protocolHasTheNumbersOfTheDriver() {
    for (TransactionType type : TransactionType.values()) {
      assertThat(Type.forNumber(type.code())).hasToString(type.name());
    }
    for (Outcome outcome : Outcome.values()) {
      assertThat(ReplyOutcome.forNumber(outcome.ordinal()))
          .hasToString(outcome.name().toUpperCase(Locale.ROOT));
    }
  }
}
