package io.quartet.model.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TimelineTest {

  private final Timeline official = Timeline.of(PhaseTable.VLDB2013, Timing.OFFICIAL);

  @Test
  void segmentsAbutFromRampUpToRampDown() {
    List<Segment> segments = official.segments();

    assertThat(segments)
        .extracting(Segment::name)
        .containsExactly(
            "rampUp", "warmUp", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "rampDown");
    for (int i = 0; i < segments.size(); i++) {
      assertThat(segments.get(i).index()).isEqualTo(i);
      assertThat(segments.get(i).start())
          .isEqualTo(i == 0 ? Duration.ZERO : segments.get(i - 1).end());
    }
  }

  @Test
  void officialPhasesStartWhereTheRealKitStartsThem() {
    assertThat(official.phases())
        .extracting(phase -> phase.start().toSeconds())
        .containsExactly(840L, 1560L, 2280L, 3000L, 3720L, 4440L, 5160L, 5880L, 6600L, 7320L);
    assertThat(official.measured()).isEqualTo(Duration.ofHours(2));
    assertThat(official.total()).isEqualTo(Duration.ofHours(2).plusMinutes(19));
  }

  @Test
  void switchTakesEffectAtItsInstant() {
    assertThat(official.at(Duration.ofSeconds(1560).minusNanos(1)).name()).isEqualTo("1");
    assertThat(official.at(Duration.ofSeconds(1560)).name()).isEqualTo("2");
  }

  @Test
  void momentsOutsideTheRunBelongToItsEnds() {
    assertThat(official.at(Duration.ofSeconds(-1)).name()).isEqualTo("rampUp");
    assertThat(official.at(Duration.ofDays(1)).name()).isEqualTo("rampDown");
  }

  @Test
  void pseudoPhasesOfLengthZeroAreKeptAndNeverHit() {
    Timeline bare =
        Timeline.of(
            PhaseTable.STATIC,
            new Timing(Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1), Duration.ZERO));

    assertThat(bare.segments()).hasSize(13);
    assertThat(bare.at(Duration.ZERO).name()).isEqualTo("1");
    assertThat(bare.at(Duration.ofSeconds(-1)).name()).isEqualTo("rampUp");
  }

  @Test
  void lengthsThatAreAllEqualAreOneLength() {
    Duration minute = Duration.ofMinutes(1);
    Timing timing =
        new Timing(minute, minute, List.of(minute, minute, minute), Duration.ofSeconds(1));

    assertThat(timing).isEqualTo(new Timing(minute, minute, minute, Duration.ofSeconds(1)));
    assertThat(timing.describePhases(Duration::toString)).isEqualTo("PT1M");
  }

  @Test
  void lengthsOfPhasesAreNamedOrOfManyTheExtremes() {
    assertThat(ofSeconds(30, 60).describePhases(Duration::toString)).isEqualTo("PT30S/PT1M");
    assertThat(ofSeconds(2, 9, 1, 4, 5, 6, 7, 8, 3).describePhases(Duration::toString))
        .isEqualTo("PT1S to PT9S");
  }

  @Test
  void lengthsRepeatWithTheTable() {
    PhaseTable two = new PhaseTable("custom", PhaseTable.STATIC.rows().subList(0, 2));

    assertThat(Timeline.of(two, ofSeconds(30, 60), 4, false).phases())
        .extracting(phase -> phase.length().toSeconds())
        .containsExactly(30L, 60L, 30L, 60L);
  }

  @Test
  void loadThatBeginsAgainRampsUpBeforeEachPhase() {
    Timeline timeline = rampingUpEachPhase(2);

    assertThat(timeline.segments())
        .extracting(Segment::name)
        .containsExactly("rampUp", "warmUp", "1", "rampUp2", "2", "rampUp3", "3", "rampDown");
    assertThat(timeline.segments())
        .extracting(segment -> segment.start().toSeconds())
        .containsExactly(0L, 2L, 5L, 15L, 17L, 37L, 39L, 49L);
    assertThat(timeline.total()).isEqualTo(Duration.ofSeconds(53));
    assertThat(timeline.measured()).isEqualTo(Duration.ofSeconds(40));
    assertThat(timeline.segment("rampUp2").orElseThrow().isMeasured()).isFalse();
  }

  @Test
  void rampBelongsToThePhaseThatFollows() {
    Timeline timeline = rampingUpEachPhase(2);

    assertThat(timeline.segments())
        .extracting(timeline::phaseOf)
        .containsExactly(0, 0, 0, 1, 1, 2, 2, 2);
    assertThat(timeline.segments())
        .extracting(segment -> segment.shares().percent(VmGroup.A))
        .containsExactly(100.0, 100.0, 100.0, 0.0, 0.0, 50.0, 50.0, 50.0);
  }

  @Test
  void rampOfAPhaseBeginsWhereThePhaseBeforeEnds() {
    Timeline timeline = rampingUpEachPhase(2);

    assertThat(timeline.phases())
        .extracting(phase -> timeline.rampBegin(phase).toSeconds())
        .containsExactly(0L, 15L, 37L);
  }

  @Test
  void phasesWithoutARampAbut() {
    assertThat(rampingUpEachPhase(0).segments())
        .extracting(Segment::name)
        .containsExactly("rampUp", "warmUp", "1", "2", "3", "rampDown");
  }

  private static Timeline rampingUpEachPhase(int rampUpSeconds) {
    PhaseTable table =
        new PhaseTable(
            "clients",
            List.of(
                LoadShare.of(100, 0, 0, 0),
                LoadShare.of(0, 100, 0, 0),
                LoadShare.of(50, 50, 0, 0)));
    Timing timing =
        new Timing(
            Duration.ofSeconds(rampUpSeconds),
            Duration.ofSeconds(3),
            List.of(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(10)),
            Duration.ofSeconds(4));
    return Timeline.of(table, timing, 3, true);
  }

  private static Timing ofSeconds(int... phases) {
    List<Duration> lengths = IntStream.of(phases).mapToObj(Duration::ofSeconds).toList();
    return new Timing(Duration.ZERO, Duration.ZERO, lengths, Duration.ZERO);
  }
}
