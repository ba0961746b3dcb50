package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ShareCellTest {

  @Test
  void aPhaseWithoutRequestsKeepsNoShare() {
    assertThat(new ShareCell("2", VmGroup.A, 0, 0, 0).isWithinTolerance()).isFalse();
  }

  @Test
  void twoRequestsOrHalfAPointMayBeMissing() {
    assertThat(new ShareCell("2", VmGroup.A, 10, 8, 100).isWithinTolerance()).isTrue();
    assertThat(new ShareCell("2", VmGroup.A, 10, 7, 100).isWithinTolerance()).isFalse();
    assertThat(new ShareCell("2", VmGroup.A, 10, 95, 1_000).isWithinTolerance()).isTrue();
    assertThat(new ShareCell("2", VmGroup.A, 10, 94, 1_000).isWithinTolerance()).isFalse();
  }
}
