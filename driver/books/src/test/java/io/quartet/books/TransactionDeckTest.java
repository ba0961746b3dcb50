package io.quartet.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.TransactionMix;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TransactionDeckTest {

  @Test
  void everyPassHitsTheMixExactly() {
    TransactionDeck deck = new TransactionDeck(TransactionMix.ELASTIC, 7);

    for (int pass = 0; pass < 3; pass++) {
      Map<TransactionType, Integer> drawn = new EnumMap<>(TransactionType.class);
      for (int n = 0; n < TransactionMix.ELASTIC.size(); n++) {
        drawn.merge(deck.next(), 1, Integer::sum);
      }
      assertThat(drawn).isEqualTo(TransactionMix.ELASTIC.cards());
    }
  }

  @Test
  void cardsAreShuffledAndNoTwoPassesAreAlike() {
    TransactionDeck deck = new TransactionDeck(TransactionMix.ELASTIC, 7);

    List<TransactionType> first = draw(deck, TransactionMix.ELASTIC.size());
    List<TransactionType> second = draw(deck, TransactionMix.ELASTIC.size());

    assertThat(first).isNotEqualTo(second);
    assertThat(first.subList(0, 30).stream().distinct().count()).isGreaterThan(4);
  }

  @Test
  void sameSeedGivesTheSameSequenceAndAnotherSetAnotherOne() {
    VmSet a1 = new VmSet(VmGroup.A, 1);
    VmSet b1 = new VmSet(VmGroup.B, 1);

    List<TransactionType> sequence = draw(TransactionDeck.of(TransactionMix.TPCE, 1, a1), 200);

    assertThat(draw(TransactionDeck.of(TransactionMix.TPCE, 1, a1), 200)).isEqualTo(sequence);
    assertThat(draw(TransactionDeck.of(TransactionMix.TPCE, 1, b1), 200)).isNotEqualTo(sequence);
    assertThat(draw(TransactionDeck.of(TransactionMix.TPCE, 2, a1), 200)).isNotEqualTo(sequence);
  }

  private static List<TransactionType> draw(TransactionDeck deck, int count) {
    return Stream.generate(deck::next).limit(count).toList();
  }
}
