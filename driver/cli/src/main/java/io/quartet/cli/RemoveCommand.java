package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.ResultsOf;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code remove}: the end of results. */
@Command(
    name = "remove",
    description = {
      "Deletes the results of runs and experiments for good.",
      "Asks before. Deletes nothing if one of the folders holds no results that can be read, or a"
          + " driver still works on it. The databases of an experiment stay: quartet experiment --down"
          + " removes them."
    },
    footer = {
      "  quartet remove results/20260301-120000-demo",
      "  quartet remove --yes results/20260301-120000-demo results/buffers"
    })
final class RemoveCommand implements Callable<Integer> {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      converter = ResultsPathConverter.class,
      description = "Folders of runs or experiments, or their names in quartet history.")
  private List<Path> folders;

  @Option(names = "--yes", description = "Does not ask.")
  private boolean isSure;

  @Override
  public Integer call() {
    List<ResultsOf> results = ResultsOf.outermost(folders.stream().map(ResultsOf::open).toList());
    results.forEach(ResultsOf::requireRemovable);
    PrintWriter out = spec.commandLine().getOut();
    if (!isSure && !isConfirmed(results)) {
      out.print(json.isJson() ? "" : Text.line("nothing was removed%n"));
      out.flush();
      return 0;
    }
    for (ResultsOf one : results) {
      one.remove();
      String folder = one.folder().path().toString();
      out.println(
          json.isJson()
              ? JSON.createObjectNode().put("removed", folder)
              : Text.line("removed %s", folder));
      out.flush();
    }
    return 0;
  }

  private boolean isConfirmed(List<ResultsOf> results) {
    if (!Boolean.getBoolean("quartet.canAsk")) {
      throw QuartetException.badInput(
          "NOT_CONFIRMED",
          "remove deletes for good, and there is no terminal to ask. Add --yes to delete without a"
              + " question.");
    }
    PrintWriter err = spec.commandLine().getErr();
    results.forEach(one -> err.print(Text.line("%s%n", one.folder().path())));
    err.print(Text.line("Delete %s for good? [y/N] ", Text.counted(results.size(), "folder")));
    err.flush();
    try {
      String answer =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
      return answer != null
          && List.of("y", "yes").contains(answer.strip().toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
