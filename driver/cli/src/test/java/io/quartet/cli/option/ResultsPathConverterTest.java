package io.quartet.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ResultsPathConverterTest {

  @TempDir Path results;

  private Path convert(String name) {
    return new ResultsPathConverter(results).convert(name);
  }

  @Test
  void idOfARunNamesItsFolder() throws IOException {
    Path run = Files.createDirectory(results.resolve("20260301-120000-demo"));
    assertThat(convert("20260301-120000-demo")).isEqualTo(run);
    assertThat(convert(run.toString())).isEqualTo(run);
  }

  @Test
  void otherNamesStayAsTheyAre() throws IOException {
    Files.createDirectories(results.resolve("a/b"));
    Files.createFile(results.resolve("afile"));
    for (String name : new String[] {"nosuch", "a/b", "afile", ".", "/"}) {
      assertThat(convert(name)).isEqualTo(Path.of(name));
    }
  }
}
