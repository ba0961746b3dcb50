package io.quartet.cli.lab;

import io.quartet.model.GoldenFile;
import io.quartet.report.AdvisedRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
class AdviceTextTest {

  @Test
  void textIsTheGoldenOne(@TempDir Path results) {
    GoldenFile.assertSame(
        "driver/cli/src/test/resources/io/quartet/cli/golden/advise.txt",
        AdviceText.of(AdvisedRun.whole(results)));
  }
}
