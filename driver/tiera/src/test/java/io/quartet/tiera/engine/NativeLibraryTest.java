package io.quartet.tiera.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Tag("unit")
@Isolated("changes what the whole process sees")
class NativeLibraryTest {

  @Test
  void libraryIsLookedForBelowTheCloneUnlessNamed() {
    String home = System.getProperty("quartet.home");
    assertThat(NativeLibrary.path())
        .isEqualTo(Path.of(home, "build/release/lib/libquartet_engine.so"));
    System.setProperty("quartet.engine.library", "/elsewhere/engine.so");
    try {
      assertThat(NativeLibrary.path()).isEqualTo(Path.of("/elsewhere/engine.so"));
    } finally {
      System.clearProperty("quartet.engine.library");
    }
  }
}
