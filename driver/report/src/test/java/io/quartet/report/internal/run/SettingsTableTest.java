package io.quartet.report.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.report.section.SystemUnderTest.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class SettingsTableTest {

  @Test
  void databasesOfEqualValueAreNamedTogether() throws JsonProcessingException {
    List<Setting> table =
        SettingsTable.of(
            Map.of(
                "a1-vm2", settings("49152", "configuration file"),
                "b1-vm2", settings("49152", "configuration file"),
                "a1-vm3", settings("24576", "configuration file"),
                "b1-vm3", settings("24576", "configuration file")));
    assertThat(table)
        .containsExactly(
            new Setting(
                "shared_buffers",
                "128MB",
                Map.of("384MB", "all DSS (VM2)", "192MB", "all OLTP (VM3)")));
  }

  @Test
  void settingsAtTheirDefaultAreLeftOut() throws JsonProcessingException {
    assertThat(SettingsTable.of(Map.of("a1-vm2", settings("16384", "configuration file"))))
        .isEmpty();
    assertThat(SettingsTable.of(Map.of("a1-vm2", settings("1", "override")))).isEmpty();
  }

  @Test
  void amountsHaveTheUnitAnOperatorWouldWrite() {
    assertThat(PostgresUnits.readable("16384", "8kB")).isEqualTo("128MB");
    assertThat(PostgresUnits.readable("900", "s")).isEqualTo("15min");
    assertThat(PostgresUnits.readable("1500", "ms")).isEqualTo("1500ms");
    assertThat(PostgresUnits.readable("-1", "kB")).isEqualTo("-1");
    assertThat(PostgresUnits.readable("0.5", "ms")).isEqualTo("0.5 ms");
  }

  private static JsonNode settings(String sharedBuffers, String source)
      throws JsonProcessingException {
    return new ObjectMapper()
        .readTree(
            """
            [{"name": "shared_buffers", "setting": "%s", "unit": "8kB", "source": "%s",
              "boot_val": "16384"}]
            """
                .formatted(sharedBuffers, source));
  }
}
