package io.quartet.cli.option;

import io.quartet.results.OwnerNotes;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Option;

/** The options {@code --tag} and {@code --note} of what makes results. */
public final class NotesOption {

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      description =
          "Marks the results, for example --tag disk=nvme; may be given several times. quartet"
              + " history --tag finds them.")
  private Map<String, String> tags = Map.of();

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "Remark on the results. quartet note changes it later.")
  private String text = "";

  /**
   * What was given.
   *
   * @throws io.quartet.model.QuartetException WRONG_NOTE
   */
  public OwnerNotes notes() {
    return addedTo(OwnerNotes.NONE);
  }

  /**
   * What was said before, with what was given: a tag replaces one with its key, a remark the other.
   *
   * @throws io.quartet.model.QuartetException WRONG_NOTE
   */
  public OwnerNotes addedTo(OwnerNotes before) {
    Map<String, String> all = new TreeMap<>(before.tags());
    all.putAll(tags);
    return new OwnerNotes(new TreeMap<>(all), text.isEmpty() ? before.note() : text);
  }
}
