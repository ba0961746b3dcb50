package io.quartet.report.internal.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class KeyWordsTest {

  @ParameterizedTest
  @CsvSource({
    "load.users, true",
    "provider.sizes.oltp.vcpus, true",
    "provider.sizes.oltp.cpuset, false",
    "driver.numaNode, false"
  })
  void numbersOfProcessorsAndNodesAreNoAmounts(String key, boolean isNumeric) {
    assertThat(KeyWords.isNumeric(new VariedKey(key, key, List.of("0", "1")))).isEqualTo(isNumeric);
  }
}
