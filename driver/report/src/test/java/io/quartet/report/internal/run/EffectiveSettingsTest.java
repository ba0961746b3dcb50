package io.quartet.report.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class EffectiveSettingsTest {

  private static EffectiveSettings of(String... nameValueUnit) {
    ArrayNode rows = new ObjectMapper().createArrayNode();
    for (int i = 0; i < nameValueUnit.length; i += 3) {
      rows.addObject()
          .put("name", nameValueUnit[i])
          .put("setting", nameValueUnit[i + 1])
          .put("unit", nameValueUnit[i + 2])
          .put("source", "default")
          .put("boot_val", nameValueUnit[i + 1]);
    }
    return EffectiveSettings.of(rows);
  }

  @Test
  void defaultsAreInEffectToo() {
    assertThat(of("data_checksums", "off", null).values()).containsEntry("data_checksums", "off");
  }

  @Test
  void sameAmountInAnotherUnitIsTheSame() {
    for (EffectiveSettings settings :
        new EffectiveSettings[] {
          of("work_mem", "16384", "8kB"),
          of("work_mem", "131072", "kB"),
          of("work_mem", "128", "MB"),
          of("work_mem", "8192", "16kB"),
          of("work_mem", "134217728", "B")
        }) {
      assertThat(settings.values()).containsEntry("work_mem", "128MB");
    }
    assertThat(of("checkpoint_timeout", "300", "s").values())
        .isEqualTo(of("checkpoint_timeout", "5", "min").values());
  }

  @Test
  void placesAndWhatTheReaderChoseAreLeftOut() {
    assertThat(
            of(
                    "port",
                    "15432",
                    null,
                    "data_directory",
                    "/srv/a1-vm2",
                    null,
                    "application_name",
                    "quartet",
                    null,
                    "TimeZone",
                    "Etc/UTC",
                    null,
                    "fsync",
                    "on",
                    null)
                .values())
        .containsOnlyKeys("fsync");
  }

  @Test
  void roleThatDoesNotSeeTheDataDirectoryDoesNotSeeAll() {
    assertThat(of("fsync", "on", null).isWhole()).isFalse();
    assertThat(of("fsync", "on", null, "data_directory", "/srv", null).isWhole()).isTrue();
  }
}
