package io.quartet.report.internal.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.internal.figure.View.Cell;
import io.quartet.report.internal.figure.View.Heading;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ViewTest {

  private record Vm(String name, int processors, String memory) {}

  private static final View<Vm> VIEW =
      Table.<Vm>of(
              Column.word("name", Vm::name).titled("VM"),
              Column.count("processors", Vm::processors).under("Limits").shownWhole("Processors"),
              Column.word("memory", Vm::memory).under("Limits").titled("Memory"))
          .view();

  private static List<String> titles(View.Shown table) {
    return table.headings().stream().map(Heading::titles).flatMap(List::stream).toList();
  }

  @Test
  void columnsInWhichAllRowsAreEqualBecomeASentence() {
    View.Shown table =
        VIEW.condensed(List.of(new Vm("a1", 2, "4 GiB"), new Vm("a2", 4, "4 GiB")), "VM");

    assertThat(titles(table)).containsExactly("VM", "Processors");
    assertThat(table.common()).isEqualTo("Every VM: Limits Memory 4 GiB.");
    assertThat(table.rows().get(1).cells()).extracting(Cell::text).containsExactly("a2", "4");
  }

  @Test
  void rowsThatDifferEverywhereAndASingleRowKeepTheirColumns() {
    Vm one = new Vm("a1", 2, "4 GiB");

    View.Shown different = VIEW.condensed(List.of(one, new Vm("a2", 4, "8 GiB")), "VM");
    View.Shown single = VIEW.condensed(List.of(one), "VM");

    assertThat(titles(different)).containsExactly("VM", "Processors", "Memory");
    assertThat(different.common()).isEmpty();
    assertThat(titles(single)).containsExactly("VM", "Processors", "Memory");
    assertThat(single.common()).isEmpty();
  }
}
