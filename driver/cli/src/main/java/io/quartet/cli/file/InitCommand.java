package io.quartet.cli.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputFiles;
import io.quartet.cli.view.WrittenFiles;
import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code init}: a benchmark file to start from. */
@Command(
    name = "init",
    description = {
      "Writes a commented benchmark file to start from.",
      "Measures processors, memory and free disk space of this machine, and writes users, Load"
          + " Units, history, phases and buffers that fit it. Comments give the expected times."
          + " Aims at 3 minutes for up and load, and 10 for run.",
      "With --example, writes an example of a benchmark, an experiment or an index profile. A"
          + " profile is a folder.",
      "Never overwrites a file that exists. Exit code 3 if the machine is too small."
    },
    footer = {"  quartet init laptop.yaml", "  quartet init --example official - | less"})
public final class InitCommand implements Callable<Integer> {

  private static final Pattern ALLOWED =
      Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?");

  static final class ExampleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return BenchmarkFile.ALL_EXAMPLES.iterator();
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Option(
      names = "--example",
      paramLabel = "NAME",
      completionCandidates = ExampleNames.class,
      description =
          "Example to write: ${COMPLETION-CANDIDATES}. Default: a file that fits this machine.")
  private String example;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Name of the benchmark or experiment in the file: up to 40 letters, digits and hyphens,"
              + " 30 for an experiment. Default: the name of FILE without .yaml, with a hyphen in"
              + " place of each run of other characters. It is printed if it differs. Files such as"
              + " a_b.yaml and a.b.yaml get the same name. With - as FILE, the name in the example.")
  private String name;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description =
          "File to write; - is standard output. Default: benchmark.yaml, with --example experiment"
              + " the file experiment.yaml, with --example profile the folder profile.")
  private Path file;

  @Override
  public Integer call() {
    if (file == null) {
      file = Path.of(defaultFile());
    }
    if (isStandardOutput() && json.isJson()) {
      throw wrong(
          "--json describes the file that was written, and - writes none. Leave one of them out.");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (example == null) {
      Optional<String> plan = name();
      FittingFile fitting = FittingFile.here(plan.orElse("first"));
      write(fitting.text(), plan, Optional.of(fitting), out);
    } else if (example.equals(BenchmarkFile.PROFILE)) {
      if (name != null) {
        throw wrong(
            "--name is for benchmarks and experiments. A profile is named by its folder: leave --name out.");
      }
      writeProfile(out);
    } else {
      Optional<String> plan = name();
      String text = BenchmarkFile.example(example);
      write(
          plan.map(word -> FittingFile.named(text, word)).orElse(text),
          plan,
          Optional.empty(),
          out);
    }
    out.flush();
    return 0;
  }

  private String defaultFile() {
    if (BenchmarkFile.PROFILE.equals(example)) {
      return BenchmarkFile.PROFILE;
    }
    return (isExperiment() ? BenchmarkFile.EXPERIMENT : "benchmark") + ".yaml";
  }

  private boolean isExperiment() {
    return BenchmarkFile.EXPERIMENT.equals(example);
  }

  private boolean isStandardOutput() {
    return file.toString().equals("-");
  }

  /** Name for the plan in the file; empty if the user has named neither. */
  private Optional<String> name() {
    if (name != null) {
      if (!ALLOWED.matcher(name).matches() || name.length() > longestName()) {
        throw wrong(
            "--name: '%s' is not allowed. Use up to %d letters, digits and hyphens. Begin and end with a letter or digit."
                .formatted(Text.visible(name), longestName()));
      }
      return Optional.of(name);
    }
    if (isStandardOutput()) {
      return Optional.empty();
    }
    String derived = nameOfFile().replaceAll("[^A-Za-z0-9-]+", "-").replaceAll("^-+|-+$", "");
    if (derived.isEmpty()) {
      throw wrong(
          "no name follows from %s: it has no letters of A to Z and no digits. Add --name NAME."
              .formatted(file));
    }
    if (derived.length() > longestName()) {
      throw wrong(
          "the name '%s', which follows from the file, has %d characters. Add --name NAME with at most %d."
              .formatted(derived, derived.length(), longestName()));
    }
    return Optional.of(derived);
  }

  private int longestName() {
    return isExperiment() ? 30 : 40;
  }

  /** Without the end; empty for the root of the file system. */
  private String nameOfFile() {
    return Optional.ofNullable(file.getFileName())
        .map(path -> path.toString().replaceFirst("\\.ya?ml$", ""))
        .orElse("");
  }

  private static QuartetException wrong(String what) {
    return QuartetException.badInput("WRONG_VALUE", what);
  }

  /**
   * @param plan name in the file; empty if the user has named neither
   * @param fitting what the file was fitted to; empty for an example
   */
  private void write(
      String text, Optional<String> plan, Optional<FittingFile> fitting, PrintWriter out) {
    if (isStandardOutput()) {
      out.print(text);
      return;
    }
    create(
        () ->
            Files.writeString(
                file, editorLine() + text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
    WrittenFiles written = new WrittenFiles(List.of(file));
    if (json.isJson()) {
      ObjectNode document = written.json();
      plan.ifPresent(word -> document.put("name", word));
      fitting.ifPresent(one -> one.addTo(document));
      out.println(document.toPrettyString());
    } else {
      written.print(out, false);
      plan.filter(word -> !word.equals(nameOfFile()))
          .ifPresent(word -> out.print(Text.line("name: %s%n", word)));
      fitting.ifPresent(one -> out.print(one.summary()));
    }
  }

  /** A comment that tells editors where the schema is, so that they can complete keys. */
  private String editorLine() {
    Path schema =
        QuartetHome.folder()
            .resolve("driver/config/src/main/resources/io/quartet/config")
            .resolve(isExperiment() ? "experiment.schema.json" : "benchmark.schema.json");
    return Files.isReadable(schema)
        ? Text.line("# yaml-language-server: $schema=%s%n", schema)
        : "";
  }

  private void writeProfile(PrintWriter out) {
    String text = BenchmarkFile.example(BenchmarkFile.PROFILE);
    if (isStandardOutput()) {
      out.print(text);
      return;
    }
    Map.Entry<String, String> index = BenchmarkFile.exampleIndex();
    create(
        () -> {
          Files.createDirectory(file);
          Files.writeString(file.resolve("profile.yaml"), text, StandardCharsets.UTF_8);
          Files.writeString(file.resolve(index.getKey()), index.getValue());
        });
    new WrittenFiles(List.of(file)).print(out, json.isJson());
  }

  /** Something that may fail as files do. */
  private interface Creation {
    void run() throws IOException;
  }

  private void create(Creation creation) {
    try {
      creation.run();
    } catch (FileAlreadyExistsException e) {
      throw QuartetException.badInput(
          "FILE_EXISTS",
          file + " already exists and was left unchanged. Name another file, or remove it first.",
          e);
    } catch (IOException e) {
      throw OutputFiles.notWritable(file, e);
    }
  }
}
