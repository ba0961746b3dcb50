package io.quartet.model.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class CpuSetTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0", "0-3,8|0-3,8", "8,1,0|0-1,8", "0,1,2-4,4|0-4", "3-3|3", "''|''"})
  void listIsWrittenInItsShortestForm(String list, String written) {
    assertThat(CpuSet.parse(list)).hasToString(written);
  }

  @Test
  void numbersAreAscendingAndUnique() {
    assertThat(CpuSet.parse("9,0-2,1").numbers()).containsExactly(0, 1, 2, 9);
    assertThat(CpuSet.parse("0-1")).isEqualTo(new CpuSet(List.of(1, 0, 1)));
  }

  @Test
  void rangeThatBeginsAboveItsEndIsRefused() {
    assertThatThrownBy(() -> CpuSet.parse("0,3-1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'3-1' begins above its end");
  }

  @Test
  void setsAreCompared() {
    CpuSet four = CpuSet.parse("0-3");

    assertThat(CpuSet.parse("2-5").in(four)).hasToString("2-3");
    assertThat(CpuSet.parse("2-5").notIn(four)).hasToString("4-5");
    assertThat(CpuSet.parse("4").in(four)).isEqualTo(CpuSet.NONE);
  }

  @Test
  void eachPropertyOfAPinningWinsByItself() {
    Pinning role = new Pinning(Optional.of(CpuSet.parse("0-3")), OptionalInt.of(1));
    Pinning vm = new Pinning(Optional.of(CpuSet.parse("2")), OptionalInt.empty());

    assertThat(vm.over(role))
        .isEqualTo(new Pinning(Optional.of(CpuSet.parse("2")), OptionalInt.of(1)));
    assertThat(Pinning.NONE.over(role)).isEqualTo(role);
    assertThat(Pinning.NONE.isPresent()).isFalse();
  }

  @Test
  void pinningToNothingIsRefused() {
    assertThatThrownBy(() -> new Pinning(Optional.of(CpuSet.NONE), OptionalInt.empty()))
        .hasMessage("a cpuset needs a processor");
    assertThatThrownBy(() -> new Pinning(Optional.empty(), OptionalInt.of(-1)))
        .hasMessage("no NUMA node has the number -1");
  }
}
