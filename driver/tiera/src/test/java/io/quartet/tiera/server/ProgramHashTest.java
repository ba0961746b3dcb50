package io.quartet.tiera.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class ProgramHashTest {

  @TempDir Path folder;

  @Test
  void sameFilesHaveTheSameHashAndOthersAnother() throws IOException {
    Path program = Files.writeString(folder.resolve("program.jar"), "program");
    Path engine = Files.writeString(folder.resolve("engine.so"), "engine");
    Path copy = Files.copy(engine, folder.resolve("copy.so"));
    Path missing = folder.resolve("missing.so");

    String hash = ProgramHash.of(List.of(program, engine));

    assertThat(hash).hasSize(64).isEqualTo(ProgramHash.of(List.of(program, copy)));
    assertThat(ProgramHash.of(List.of(program, missing)))
        .isEqualTo(ProgramHash.of(List.of(program, folder)))
        .isNotEqualTo(hash);
  }

  @Test
  void thisProgramHasOne() {
    assertThat(ProgramHash.ofThisProgram()).matches("[0-9a-f]{64}");
  }
}
