package io.quartet.report.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.report.section.Fact;
import io.quartet.report.section.Start;
import io.quartet.results.events.RunEvent.CacheWarmed;
import io.quartet.results.events.RunEvent.CachesCleared;
import io.quartet.results.events.RunEvent.QuietStart;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class StartFiguresTest {

  private static final long MIB = 1 << 20;

  @Test
  void olderFoldersSayNothing() {
    assertThat(StartFigures.inWords(new Start(null, List.of(), null))).isEmpty();
  }

  @Test
  void keptPageCacheAndBusyDisksAreNamed() {
    CachesCleared cleared =
        new CachesCleared(List.of("a1-vm2", "a1-vm3"), List.of("db1"), List.of("db2: read-only"));
    QuietStart quiet =
        new QuietStart(
            400, List.of("a1-vm2"), 29_600, List.of("vda"), List.of("disk vda: 45 % busy"));
    assertThat(StartFigures.inWords(new Start(cleared, List.of(), quiet)))
        .containsExactly(
            new Fact(
                "caches cleared",
                "2 servers restarted; page cache dropped: db1; page cache kept: db2: read-only"),
            new Fact("checkpoint before the load", "0.4 s; not allowed on a1-vm2"),
            new Fact("wait for quiet machines", "29.6 s; still busy then: disk vda: 45 % busy"));
  }

  @Test
  void warmedBytesAreThoseOfAllDatabases() {
    List<CacheWarmed> warmed =
        List.of(
            new CacheWarmed("a1-vm2", 100 * MIB, 100 * MIB),
            new CacheWarmed("a1-vm3", 13 * MIB, 200 * MIB));
    QuietStart quiet = new QuietStart(400, List.of(), 1_000, List.of(), List.of());
    assertThat(StartFigures.inWords(new Start(null, warmed, quiet)))
        .containsExactly(
            new Fact("caches warmed", "113 MiB of 300 MiB in the shared buffers of 2 databases"),
            new Fact("checkpoint before the load", "0.4 s"),
            new Fact("wait for quiet machines", "1.0 s; no disk was watched"));
  }
}
