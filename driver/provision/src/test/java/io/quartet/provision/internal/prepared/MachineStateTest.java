package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.size.Machine;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class MachineStateTest {

  private static final String BARE =
      """
      system debian 12
      architecture x86_64
      memory 25276104704
      processors 2
      """;

  @Test
  void bareMachineWasAskedForNothing() {
    MachineState state = MachineState.parse(BARE);

    assertThat(state)
        .isEqualTo(
            new MachineState(
                "debian 12",
                "x86_64",
                new Machine(2, 25_276_104_704L),
                "",
                List.of(),
                false,
                List.of()));
    assertThat(state.isStopped()).isFalse();
    assertThat(state.isAs("abc")).isFalse();
  }

  @Test
  void preparedMachineIsAsWantedUntilSomethingChanges() {
    assertThat(MachineState.parse(BARE + "wanted abc\n").isAs("abc")).isTrue();
    assertThat(MachineState.parse(BARE + "wanted abc\n").isAs("abd")).isFalse();
    MachineState changed =
        MachineState.parse(BARE + "wanted abc\ndiffers /a file\ndiffers x.service\n");
    assertThat(changed.differences()).containsExactly("/a file", "x.service");
    assertThat(changed.isAs("abc")).isFalse();
  }

  @Test
  void stoppedMachineIsToldFromAChangedOne() {
    assertThat(MachineState.parse("stopped yes\nwanted abc\n").isStopped()).isTrue();
  }

  @Test
  void missingProgramsAreTold() {
    assertThat(MachineState.parse(BARE + "lacks python3\n").lacks()).containsExactly("python3");
  }
}
