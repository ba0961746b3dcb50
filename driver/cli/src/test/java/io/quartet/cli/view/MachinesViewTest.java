package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class MachinesViewTest {

  private final StringWriter err = new StringWriter();

  private MachinesView view(boolean isTerminal) {
    return new MachinesView(
        new Screen(new PrintWriter(err), isTerminal, Screen.Size.USUAL, () -> 0));
  }

  @Test
  void everyMachineGetsItsLineAtTheEndHoweverSoonThatComes() {
    MachinesView view = view(false);
    view.at("a1-vm1", "make the account");
    view.at("a1-vm2", "make the account");
    view.ended("a1-vm1", "ready");
    view.ended("a1-vm2", "FAILED: make the account");
    assertThat(err.toString().lines())
        .containsExactly(
            "  a1-vm1     make the account",
            "  a1-vm1     ready",
            "  a1-vm2     FAILED: make the account");
  }

  @Test
  void onATerminalAMachineLeavesTheBlockWhenItIsDone() {
    MachinesView view = view(true);
    view.at("a1-vm1", "make the account");
    view.ended("a1-vm1", "ready");
    assertThat(err.toString()).endsWith("\u001b[1A\r\u001b[J  a1-vm1     ready\n");
  }
}
