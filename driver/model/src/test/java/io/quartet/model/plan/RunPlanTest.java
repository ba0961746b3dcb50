package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quartet.model.TransactionType;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class RunPlanTest {

  private static Database database(long seed) {
    return new Database(Map.of(VmGroup.A, 1), Map.of(VmGroup.A, 1), 1, 10_000, seed, "covering");
  }

  @Test
  void everySetOfNeighbouringSeedsHoldsDifferentData() {
    Set<Long> seeds = new HashSet<>();
    for (long seed = 0; seed < 20; seed++) {
      for (VmGroup group : VmGroup.values()) {
        for (int number = 1; number <= 250; number++) {
          long made = database(seed).seedOf(new VmSet(group, number));
          assertThat(made).isNotNegative();
          seeds.add(made);
        }
      }
    }

    assertThat(seeds).hasSize(20 * 4 * 250);
  }

  @Test
  void historyIsShortBelowTwentyDays() {
    assertThat(database(1).hasShortHistory()).isTrue();
    assertThat(new Database(Map.of(), Map.of(), 20, 10_000, 1, "plain").hasShortHistory())
        .isFalse();
  }

  @Test
  void vmNamesAndAddressesFollowTheContract() {
    VmSet c7 = new VmSet(VmGroup.C, 7);

    assertThat(c7.name()).isEqualTo("c7");
    assertThat(c7.vmName(VmRole.OLTP)).isEqualTo("c7-vm3");
    assertThat(c7.loopbackAddress(VmRole.DSS)).isEqualTo("127.7.3.2");
    assertThatIllegalArgumentException().isThrownBy(() -> new VmSet(VmGroup.A, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new VmSet(VmGroup.A, 251));
  }

  @Test
  void decksHoldTheCardsOfTheReference() {
    assertThat(TransactionMix.ELASTIC.size()).isEqualTo(900);
    assertThat(TransactionMix.TPCE.size()).isEqualTo(890);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TransactionMix("custom", Map.of(TransactionType.TRADE_RESULT, 1)))
        .withMessage("Trade-Result is not sent by the Customer Emulator");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TransactionMix("custom", Map.of(TransactionType.TRADE_ORDER, 0)));
  }

  @Test
  void codesAndLabelsOfTransactionsAreUnique() {
    assertThat(Arrays.stream(TransactionType.values()).map(TransactionType::code))
        .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    for (TransactionType type : TransactionType.values()) {
      assertThat(TransactionType.byLabel(type.label())).contains(type);
    }
  }
}
