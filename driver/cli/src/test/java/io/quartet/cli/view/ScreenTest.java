package io.quartet.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The times of steps that print nothing; the pulse of each second is called by the test. */
@Tag("unit")
@Isolated("the step that began last is one for the whole process")
class ScreenTest {

  private static final long SECOND = 1_000_000_000L;

  private final StringWriter err = new StringWriter();
  private final AtomicLong nanos = new AtomicLong();

  private Screen screen(boolean isTerminal) {
    return new Screen(new PrintWriter(err), isTerminal, Screen.Size.USUAL, nanos::get);
  }

  private void pass(Screen screen, int seconds) {
    for (int second = 0; second < seconds; second++) {
      nanos.addAndGet(SECOND);
      screen.pulse();
    }
  }

  private List<String> printed() {
    // A carriage return is no end of a line here.
    String text = err.toString().stripTrailing();
    List<String> lines = text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    err.getBuffer().setLength(0);
    return lines;
  }

  @Test
  void logGetsTheTimeOfASilentStepAtGrowingDistance() {
    Screen screen = screen(false);
    screen.begin("checking the databases");
    pass(screen, 4);
    assertThat(printed()).containsExactly("==> checking the databases");
    pass(screen, 200);
    assertThat(printed())
        .containsExactly(
            "    still checking the databases: 5 s",
            "    still checking the databases: 15 s",
            "    still checking the databases: 35 s",
            "    still checking the databases: 1 min 15 s",
            "    still checking the databases: 2 min 15 s",
            "    still checking the databases: 3 min 15 s");
  }

  @Test
  void messageOfTheLogStaysAboveTheProgress() {
    try (Screen screen = screen(true)) {
      screen.beginQuietly("checking the databases");
      pass(screen, 5);
      Screen.beside(() -> err.append("WARN: a check failed\n"));
      pass(screen, 5);
      assertThat(printed())
          .containsExactly(
              "    still checking the databases: 5 s",
              "\u001b[1A\r\u001b[JWARN: a check failed",
              "    still checking the databases: 10 s");
    }
    printed();
    Screen.beside(() -> err.append("WARN: no step\n"));
    assertThat(printed()).containsExactly("WARN: no step");
  }

  @Test
  void terminalShowsTheTimeInPlaceEverySecond() {
    Screen screen = screen(true);
    screen.begin("checking the databases");
    pass(screen, 7);
    String line = "    still checking the databases: ";
    String erase = "\u001b[1A\r\u001b[J";
    assertThat(err)
        .hasToString(
            "==> checking the databases\n"
                + (line + "5 s\n")
                + (erase + line + "6 s\n")
                + (erase + line + "7 s\n"));
  }

  @Test
  void blockStaysAboveTheTimeOfTheStep() {
    Screen screen = screen(true);
    screen.begin("loading the databases");
    screen.show(List.of("  loaded 4 %"));
    printed();
    pass(screen, 5);
    assertThat(printed())
        .containsExactly("\u001b[1A\r\u001b[J  loaded 4 %", "    still loading the databases: 5 s");
  }

  @Test
  void anyLineEndsTheSilence() {
    Screen screen = screen(false);
    screen.begin("loading the databases");
    pass(screen, 16);
    printed();
    screen.line("    FAILED a1-vm2");
    pass(screen, 4);
    assertThat(printed()).containsExactly("    FAILED a1-vm2");
    pass(screen, 1);
    assertThat(printed()).containsExactly("    still loading the databases: 21 s");
  }

  @Test
  void stateThatCameTooSoonIsPrintedInPlaceOfTheTime() {
    Screen screen = screen(false);
    screen.begin("loading the databases");
    screen.show(List.of("  loaded 4 %"));
    nanos.addAndGet(SECOND);
    screen.show(List.of("  loaded 9 %"));
    printed();
    pass(screen, 5);
    assertThat(printed()).containsExactly("  loaded 9 %");
  }

  @Test
  void quietStepHasALineOnlyIfItLasts() {
    Screen screen = screen(false);
    screen.beginQuietly("writing the report");
    pass(screen, 3);
    screen.beginQuietly("judging the run");
    pass(screen, 5);
    assertThat(printed()).containsExactly("    still judging the run: 5 s");
  }

  @Test
  void nothingFollowsTheEnd() {
    Screen screen = screen(true);
    screen.begin("writing the report");
    pass(screen, 6);
    screen.close();
    String last = "\u001b[1A\r\u001b[J";
    assertThat(err.toString()).endsWith("6 s\n" + last);
    pass(screen, 60);
    assertThat(err.toString()).endsWith(last);
  }

  @Test
  void standardErrorIsSilentForWorkThatEndsSoon() {
    int result = Screen.during("reading the runs", new PrintWriter(err), () -> 42);
    assertThat(result).isEqualTo(42);
    List<String> done = new ArrayList<>();
    Runnable work = () -> done.add("written");
    Screen.during("writing the advice", new PrintWriter(err), work);
    assertThat(done).containsExactly("written");
    assertThat(printed()).isEmpty();
  }

  @Test
  void timesHaveTwoUnitsAtMost() {
    assertThat(
            List.of(
                Figures.time(Duration.ofMillis(59_999)),
                Figures.time(Duration.ofSeconds(60)),
                Figures.time(Duration.ofSeconds(3_725))))
        .containsExactly("59 s", "1 min 0 s", "1 h 2 min");
  }
}
