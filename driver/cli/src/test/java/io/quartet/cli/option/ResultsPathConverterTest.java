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
  void onlyResultsHereComeBeforeThoseOfTheSameName() throws IOException {
    Path here = Files.createTempDirectory(Path.of(""), "here").getFileName();
    try {
      assertThat(convert(here.toString())).isEqualTo(here);
      Path listed = Files.createDirectory(results.resolve(here));
      assertThat(convert(here.toString())).isEqualTo(here);
      Files.createFile(listed.resolve("experiment.json"));
      assertThat(convert(here.toString())).isEqualTo(listed);
      Files.createFile(here.resolve("run.json"));
      assertThat(convert(here.toString())).isEqualTo(here);
    } finally {
      Files.deleteIfExists(here.resolve("run.json"));
      Files.delete(here);
    }
  }

  @Test
  void nameThatLeadsNowhereShowsWhereItWasSearched() {
    assertThat(convert("nosuch")).isEqualTo(results.resolve("nosuch"));
  }

  @Test
  void otherNamesStayAsTheyAre() throws IOException {
    Files.createDirectories(results.resolve("a/b"));
    for (String name : new String[] {"a/b", ".", "..", "/"}) {
      assertThat(convert(name)).isEqualTo(Path.of(name));
    }
  }
}
