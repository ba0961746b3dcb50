package io.quartet.results.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.GoldenFile;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of events in {@code docs/contracts.md} is what the records tell. */
@Tag("unit")
class EventTableTest {

  private static final Path DOCS = Path.of(System.getProperty("quartet.home"), "docs");
  private static final String HEADER = "| event | fields | written when | effect on the verdict |";

  /** The page explains them once, above the table. */
  private static final Set<String> COMMON = Set.of("set", "vm", "phase", "reason");

  @Test
  void pageHasTheTable() {
    List<String> table = new ArrayList<>(List.of(HEADER, "|---|---|---|---|"));
    EventForm.ALL.values().stream().map(EventTableTest::row).forEach(table::add);
    GoldenFile.assertTable("docs/contracts.md", table);
  }

  @Test
  void checksOfTheVerdictsExist() throws IOException {
    String audit = Files.readString(DOCS.resolve("audit.md"));
    assertThat(EventForm.ALL.values().stream().map(form -> form.written().verdict()))
        .flatMap(verdict -> Pattern.compile("`[a-z-]+`").matcher(verdict).results().toList())
        .isNotEmpty()
        .allSatisfy(check -> assertThat(audit).contains(check.group()));
  }

  private static String row(EventForm form) {
    return Stream.of(
            "`" + form.written().as() + "`",
            fields(form.type()).collect(Collectors.joining("; ")),
            form.written().when(),
            form.written().verdict().isEmpty() ? "none" : form.written().verdict())
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static Stream<String> fields(Class<?> type) {
    return Stream.of(type.getRecordComponents())
        .filter(component -> !component.getType().isEnum())
        .flatMap(
            component ->
                component.getType().isRecord()
                    ? fields(component.getType())
                    : Stream.of(field(component)));
  }

  private static String field(RecordComponent component) {
    String name = "`" + component.getName() + "`";
    Means means = component.getAnnotation(Means.class);
    assertThat(COMMON.contains(component.getName()) || means != null)
        .as("%s of %s is explained", name, component.getDeclaringRecord())
        .isTrue();
    return means == null ? name : name + ": " + means.value();
  }
}
