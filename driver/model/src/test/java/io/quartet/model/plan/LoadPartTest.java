package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class LoadPartTest {

  private static final int MOST_SETS = 7;

  private static RunPlan plan(int setsPerGroup) {
    return TestPlans.withLoad(TestPlans.demo(setsPerGroup), Load.closed(16));
  }

  private static List<LoadPart> parts(int count) {
    return IntStream.range(0, count).mapToObj(index -> new LoadPart(index, count)).toList();
  }

  @Test
  void everySetBelongsToOnePartAndEveryPartHasSetsOfEveryGroup() {
    for (int sets = 1; sets <= MOST_SETS; sets++) {
      RunPlan plan = plan(sets);
      for (int count = 1; count <= sets; count++) {
        List<VmSet> dealt = new ArrayList<>();
        for (LoadPart part : parts(count)) {
          assertThat(part.sets(plan)).map(VmSet::group).contains(VmGroup.values());
          dealt.addAll(part.sets(plan));
        }
        assertThat(dealt).containsExactlyInAnyOrderElementsOf(plan.sets());
      }
    }
  }

  @Test
  void sharesOfEveryTotalSumToItAndFollowTheSets() {
    for (int sets = 1; sets <= MOST_SETS; sets++) {
      RunPlan plan = plan(sets);
      for (int count = 1; count <= sets; count++) {
        for (int total = 0; total <= 40; total++) {
          int sum = 0;
          for (LoadPart part : parts(count)) {
            int share = part.share(total, plan);
            double due = (double) total * part.sets(plan).size() / plan.sets().size();
            assertThat(Math.abs(share - due)).isLessThan(part.sets(plan).size());
            sum += share;
          }
          assertThat(sum).isEqualTo(total);
        }
      }
    }
  }

  @Test
  void shareOnlyGrowsWithTheTotalSoThatARampNeverStopsAUser() {
    RunPlan plan = plan(5);
    for (LoadPart part : parts(3)) {
      for (int total = 0; total < 60; total++) {
        assertThat(part.share(total + 1, plan) - part.share(total, plan)).isBetween(0, 1);
      }
    }
  }

  @Test
  void everyPartGetsSomethingWhereThereIsAsMuchAsParts() {
    RunPlan plan = plan(8);
    for (LoadPart part : parts(5)) {
      assertThat(part.share(5, plan)).isEqualTo(1);
    }
  }

  @Test
  void partThatDoesNotExistIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadPart(2, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new LoadPart(-1, 2));
  }
}
