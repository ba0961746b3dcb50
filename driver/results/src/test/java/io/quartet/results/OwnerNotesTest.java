package io.quartet.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.quartet.model.QuartetException;
import io.quartet.results.folder.Manifest;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class OwnerNotesTest {

  @TempDir Path path;

  private static OwnerNotes notes(Map<String, String> tags, String note) {
    return new OwnerNotes(new TreeMap<>(tags), note);
  }

  @Test
  void fileHoldsThemAndNoChecksumCoversIt() throws IOException {
    ResultsFolder folder = new ResultsFolder(path);
    assertThat(OwnerNotes.read(folder)).isEqualTo(OwnerNotes.NONE);
    Files.writeString(path.resolve("run.json"), "{}");
    Manifest.write(folder);

    OwnerNotes said = notes(Map.of("kernel", "6.1", "disk", "nvme \"fast\""), "two\nlines");
    said.write(folder);

    assertThat(OwnerNotes.read(folder)).isEqualTo(said);
    assertThat(said.line()).isEqualTo("disk=nvme \"fast\" kernel=6.1: two\nlines");
    assertThat(Manifest.differences(folder)).isEmpty();
    Manifest.write(folder);
    assertThat(folder.text(Manifest.NAME)).doesNotContain(OwnerNotes.NAME);
  }

  @Test
  void damagedFileIsRefusedOrCountsAsNone() throws IOException {
    ResultsFolder folder = new ResultsFolder(path);
    Files.writeString(path.resolve(OwnerNotes.NAME), "{\"tags\": {\"a b\": \"c\"}}");
    assertThat(OwnerNotes.of(folder)).isEqualTo(OwnerNotes.NONE);
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> OwnerNotes.read(folder))
        .withMessageContaining("the key 'a b' of a tag is not allowed")
        .satisfies(error -> assertThat(error.code()).isEqualTo("RESULTS_UNREADABLE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-a", "größe", "a=b"})
  void keyIsAWord(String key) {
    refused(Map.of(key, "value"), "", "the key '" + key + "' of a tag is not allowed");
  }

  @Test
  void lengthsAreLimited() {
    refused(Map.of("k".repeat(41), "value"), "", "Use up to 40 letters");
    refused(Map.of("key", " "), "", "the tag 'key' needs a value of 1 to 200 characters");
    refused(Map.of("key", "v".repeat(201)), "", "the tag 'key' needs a value");
    refused(Map.of(), "n".repeat(2_001), "the note has 2,001 characters. Use at most 2,000.");
    TreeMap<String, String> many = new TreeMap<>();
    for (int i = 0; i < 51; i++) {
      many.put("key" + i, "value");
    }
    refused(many, "", "there are 51 tags. Use at most 50.");
  }

  private static void refused(Map<String, String> tags, String note, String message) {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> notes(tags, note))
        .withMessageContaining(message)
        .satisfies(error -> assertThat(error.code()).isEqualTo("WRONG_NOTE"));
  }
}
