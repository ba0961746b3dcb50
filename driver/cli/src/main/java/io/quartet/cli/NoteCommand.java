package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsOf;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.Folded;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.results.OwnerNotes;
import io.quartet.results.folder.ResultsFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code note}: what is said of a run. */
@Command(
    name = "note",
    description = {
      "Changes the tags and the note of a run or experiment.",
      "Prints them at the end; without an option it changes nothing. They are in notes.json, which no checksum covers: a change leaves the run as valid as it"
          + " was. quartet report RUN then shows them in the report."
    },
    footer = {
      "  quartet note results/RUN --tag disk=nvme --note firmware-2.1",
      "  quartet note results/RUN --untag disk"
    })
final class NoteCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Folder of a run or an experiment, or its name in quartet history.")
  private Path folder;

  @Option(
      names = "--tag",
      paramLabel = "KEY=VALUE",
      description = "Adds a tag, or gives it another value. May be given several times.")
  private Map<String, String> tags = Map.of();

  @Option(
      names = "--untag",
      paramLabel = "KEY",
      description = "Removes a tag. May be given several times.")
  private List<String> untagged = List.of();

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "Replaces the note; an empty text removes it.")
  private String text;

  @Override
  public Integer call() {
    ResultsFolder results = ResultsOf.open(folder).folder();
    OwnerNotes before = OwnerNotes.read(results);
    SortedMap<String, String> changed = new TreeMap<>(before.tags());
    for (String key : untagged) {
      if (changed.remove(key) == null) {
        String known =
            before.tags().isEmpty()
                ? "There are no tags to remove."
                : "Name one of these: " + before.tags().keySet() + ".";
        throw QuartetException.badInput(
            "WRONG_NOTE", "--untag: there is no tag '%s'. %s".formatted(key, known));
      }
    }
    changed.putAll(tags);
    OwnerNotes notes = new OwnerNotes(changed, text == null ? before.note() : text);
    if (!notes.equals(before)) {
      notes.write(results);
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.println(notes.json().toPrettyString());
    } else {
      notes.tags().forEach((key, value) -> out.print(Text.line("%s=%s%n", key, value)));
      out.print(Folded.lines(notes.note(), 0));
    }
    out.flush();
    return 0;
  }
}
