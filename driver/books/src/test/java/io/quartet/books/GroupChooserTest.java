package io.quartet.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.LoadShare;
import io.quartet.model.plan.PhaseTable;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.plan.ValidityProfile;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class GroupChooserTest {

  private static final double BOUND = 5.0 / 6 + 1e-6;

  @Test
  void everyPrefixOfTheElasticTableStaysWithinFiveSixthsOfARequest() {
    RunPlan plan = TestPlans.demo(1);
    GroupChooser chooser = new GroupChooser(plan, plan.sets());

    for (Segment segment : plan.timeline().segments()) {
      assertPrefixesWithinBound(chooser, segment, 2_000, "table");
    }
  }

  @Test
  void everyPrefixOfRandomSharesStaysWithinFiveSixthsOfARequest() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<LoadShare> rows = IntStream.range(0, 300).mapToObj(i -> randomShare(random)).toList();
    RunPlan plan = TestPlans.plan(ValidityProfile.DEMO, 1, new PhaseTable("random", rows));
    GroupChooser chooser = new GroupChooser(plan, plan.sets());

    for (Segment segment : plan.timeline().phases()) {
      assertPrefixesWithinBound(chooser, segment, 500, "seed " + seed);
    }
  }

  /** Whole percents, so that the sum is exact; one Group in four gets nothing. */
  private static LoadShare randomShare(Random random) {
    int a = random.nextInt(4) == 0 ? 0 : random.nextInt(98);
    int b = random.nextInt(4) == 0 ? 0 : random.nextInt(99 - a);
    int c = random.nextInt(4) == 0 ? 0 : random.nextInt(100 - a - b);
    return LoadShare.of(a, b, c, 100 - a - b - c);
  }

  private static void assertPrefixesWithinBound(
      GroupChooser chooser, Segment segment, int requests, String origin) {
    Map<VmGroup, Integer> counts = new EnumMap<>(VmGroup.class);
    for (int n = 1; n <= requests; n++) {
      counts.merge(chooser.nextSet(segment).group(), 1, Integer::sum);
      for (VmGroup group : VmGroup.values()) {
        double missed = counts.getOrDefault(group, 0) - segment.shares().fraction(group) * n;
        assertThat(Math.abs(missed))
            .as("%s: %s of %s after %d requests", origin, group, segment.shares(), n)
            .isLessThanOrEqualTo(BOUND);
      }
    }
  }

  @Test
  void setsOfAGroupTakeTurns() {
    RunPlan plan = TestPlans.demo(3);
    GroupChooser chooser = new GroupChooser(plan, plan.sets());
    Segment segment = plan.timeline().phases().get(0);
    List<VmSet> ofGroupD = new ArrayList<>();

    for (int n = 0; n < 60; n++) {
      VmSet set = chooser.nextSet(segment);
      if (set.group() == VmGroup.D) {
        ofGroupD.add(set);
      }
    }

    assertThat(ofGroupD).hasSize(24);
    for (int n = 0; n < ofGroupD.size(); n++) {
      assertThat(ofGroupD.get(n).number()).isEqualTo(n % 3 + 1);
    }
  }

  @Test
  void sharesHoldWhenManyUsersAskAtOnce() {
    RunPlan plan = TestPlans.demo(1);
    GroupChooser chooser = new GroupChooser(plan, plan.sets());
    Segment segment = plan.timeline().phases().get(3);

    Map<VmGroup, Long> counts =
        IntStream.range(0, 10_000)
            .parallel()
            .mapToObj(n -> chooser.nextSet(segment).group())
            .collect(Collectors.groupingBy(group -> group, Collectors.counting()));

    assertThat(counts)
        .isEqualTo(Map.of(VmGroup.A, 500L, VmGroup.B, 1_000L, VmGroup.C, 500L, VmGroup.D, 8_000L));
  }
}
