package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.provision.internal.prepared.RemoteRoom.Disk;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class RemoteRoomTest {

  @Test
  void aLineNamesADiskAndItsFreeBytes() {
    assertThat(Disk.of(" /dev/sda1   70368744177664")).contains(new Disk("/dev/sda1", 1L << 46));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Welcome",
        "Last login: today",
        "/dev/sda1 -",
        "/dev/sda1 99999999999999999999"
      })
  void whatAMachineAlsoPrintsIsNoDisk(String line) {
    assertThat(Disk.of(line)).isEmpty();
  }
}
