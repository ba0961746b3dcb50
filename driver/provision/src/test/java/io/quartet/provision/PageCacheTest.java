package io.quartet.provision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a file in place of the kernel's switch: other tests need the page cache. */
@Tag("process")
class PageCacheTest {

  @TempDir Path folder;

  @Test
  void cacheIsDroppedWhereTheSwitchCanBeWritten() throws IOException {
    Path dropCaches = Files.writeString(folder.resolve("drop_caches"), "");
    assertThat(PageCache.drop(dropCaches).obstacle()).isEmpty();
    assertThat(dropCaches).hasContent("3");
  }

  @Test
  void cacheThatIsKeptHasAReason() {
    assertThat(PageCache.drop(folder.resolve("none")).obstacle())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .endsWith("cannot be written by this account, or not in this container"));
  }
}
