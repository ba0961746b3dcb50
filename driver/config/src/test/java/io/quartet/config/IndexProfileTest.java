package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class IndexProfileTest {

  @TempDir Path folder;

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("profile.yaml"), text);
  }

  @Test
  void baseIsANameOrAPathFromTheFolder() throws IOException {
    write("base: plain\npurpose: x\ntrades: y\n");
    assertThat(IndexProfile.base(folder)).isEqualTo("plain");
    write("base: ../other\npurpose: x\ntrades: y\n");
    String other = folder.toRealPath().resolveSibling("other").toString();
    assertThat(IndexProfile.base(folder)).isEqualTo(other);
    Path link = Files.createDirectory(folder.resolve("links")).resolve("mine");
    Files.createSymbolicLink(link, folder);
    assertThat(IndexProfile.base(link)).as("as of the profile itself").isEqualTo(other);
  }

  @Test
  void profileWithoutBaseHasNothingToBeComparedWith() throws IOException {
    write("purpose: x\ntrades: y\n");
    assertThatThrownBy(() -> IndexProfile.base(folder))
        .hasMessageContaining("this profile has no base")
        .hasMessageContaining("Name a profile with a base");
  }

  @Test
  void folderWithoutTheFileIsRefused() {
    assertThatThrownBy(() -> IndexProfile.base(folder))
        .hasMessageContaining("profile.yaml cannot be read");
  }
}
