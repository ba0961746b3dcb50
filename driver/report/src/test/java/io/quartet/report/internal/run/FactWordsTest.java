package io.quartet.report.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.report.section.Fact;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class FactWordsTest {

  private static List<Fact> words(String json) throws JsonProcessingException {
    return FactWords.of(FactTable.of(new ObjectMapper().readTree(json)));
  }

  @Test
  void keysBecomeWordsAndSizesGetTheirUnit() throws JsonProcessingException {
    assertThat(
            words(
                """
                {"schemaVersion": 1, "utcMillis": 1795432778674, "cpuModel": "EPYC",
                 "memory": {"totalKib": 24684084, "hugePages": 0}, "diskNeededBytes": 4691200000,
                 "sharedBuffersMib": {"dss": 1004}}"""))
        .containsExactly(
            new Fact("read at", "2026-11-23 11:19:38 UTC"),
            new Fact("CPU model", "EPYC"),
            new Fact("memory, total", "23.5 GiB"),
            new Fact("memory, huge pages", "0"),
            new Fact("disk needed", "4.4 GiB"),
            new Fact("shared buffers, DSS", "1,004 MiB"));
  }

  @Test
  void settingsOfTheKernelKeepTheirValuesAndLimitsGetUnits() throws JsonProcessingException {
    assertThat(
            words(
                """
                {"settings": {"vm.dirty_bytes": "0", "kernel.shmmax": "18446744073692774399"},
                 "limits": {"open files": "20000", "locked memory": "8388608"}}"""))
        .containsExactly(
            new Fact("vm.dirty_bytes", "0"),
            new Fact("kernel.shmmax", "no limit"),
            new Fact("open files", "20,000"),
            new Fact("locked memory", "8 MiB"));
  }

  @Test
  void answersOfProgramsBecomeWords() throws JsonProcessingException {
    assertThat(words("{\"embedded\": false, \"processors\": {\"smt\": \"notsupported\"}}"))
        .containsExactly(new Fact("embedded", "no"), new Fact("processors, SMT", "not supported"));
  }

  @Test
  void aControlGroupWithoutALimitHasNone() throws JsonProcessingException {
    assertThat(words("{\"controlGroup\": {\"cpu\": \"-1\", \"memory\": \"9223372036854771712\"}}"))
        .extracting(Fact::value)
        .containsExactly("no limit", "no limit");
    assertThat(words("{\"controlGroup\": {\"cpu\": \"max 100000\", \"memory\": \"max\"}}"))
        .extracting(Fact::value)
        .containsExactly("no limit", "no limit");
    assertThat(
            words("{\"controlGroup\": {\"cpu\": \"200000 100000\", \"memory\": \"4294967296\"}}"))
        .extracting(Fact::value)
        .containsExactly("200000 100000", "4.0 GiB");
  }

  @Test
  void aDiskAndAMountAreOneFactEach() throws JsonProcessingException {
    assertThat(
            words(
                """
                {"disks": [{"device": "vda", "bytes": 274877906944, "readAheadKib": 128},
                           {"device": "vdb", "scheduler": "none", "rotational": 1}],
                 "mounts": [{"mount": "/", "type": "ext4"}]}"""))
        .containsExactly(
            new Fact("disk vda", "256.0 GiB, read ahead 128 KiB"),
            new Fact("disk vdb", "scheduler none, rotational yes"),
            new Fact("mount /", "type ext4"));
  }
}
