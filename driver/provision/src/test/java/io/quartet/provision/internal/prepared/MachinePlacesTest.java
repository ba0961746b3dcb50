package io.quartet.provision.internal.prepared;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.config.Problem;
import io.quartet.provision.FakeKit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class MachinePlacesTest {

  private static final String HERE = "127.0.0.1";

  /** A network for documents: no machine has an address of it. */
  private static final String ELSEWHERE = "192.0.2.1";

  /** Problems of a plan called places, whose driver has its files in this folder. */
  private static List<Problem> problems(String dataDirectory, String vm3, String files) {
    return MachinePlaces.of(FakeKit.plan("places", dataDirectory, ELSEWHERE, ELSEWHERE, vm3))
        .problems(Path.of(files));
  }

  @Test
  void machineOfTheDriverNeedsAFolderBesideThatOfTheDriver() {
    String files = "/nowhere/quartet/places";

    assertThat(problems("/nowhere/quartet", HERE, files))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).hasToString("provider.dataDirectory");
              assertThat(problem.code()).isEqualTo("DATA_FOLDER_UNUSABLE");
              assertThat(problem.text())
                  .contains("a1-vm3 at 127.0.0.1", files, "Set provider.dataDirectory");
            });
    assertThat(problems("/nowhere/quartet/places", HERE, files)).hasSize(1);
    assertThat(problems("/", HERE, "/places/quartet/places")).hasSize(1);
    assertThat(problems("/srv/quartet", HERE, files)).isEmpty();
    assertThat(problems("/nowhere/quartet", ELSEWHERE, files)).isEmpty();
    assertThat(problems("/nowhere/quartet", "name-that-only-ssh-knows.invalid", files)).isEmpty();
  }
}
