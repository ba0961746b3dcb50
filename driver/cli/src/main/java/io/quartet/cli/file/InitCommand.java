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
          "Name of the benchmark or experiment in the file. Default: the name of the file, with a"
              + " hyphen in place of each character that is not allowed.")
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
      throw QuartetException.badInput(
          "WRONG_VALUE",
          "--json describes the file that was written, and - writes none. Leave one of them out.");
    }
    PrintWriter out = spec.commandLine().getOut();
    if (example == null) {
      FittingFile fitting = FittingFile.here(name().orElse("first"));
      write(fitting.text(), Optional.of(fitting), out);
    } else if (example.equals(BenchmarkFile.PROFILE)) {
      writeProfile(out);
    } else {
      String text = BenchmarkFile.example(example);
      write(
          name().map(word -> FittingFile.with(text, "name", word)).orElse(text),
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
      if (!name.equals(allowed(name))) {
        throw QuartetException.badInput(
            "WRONG_VALUE",
            "--name: '%s' is not allowed. Use up to %d letters, digits and hyphens. Begin and end with a letter or digit."
                .formatted(Text.visible(name), longestName()));
      }
      return Optional.of(name);
    }
    if (isStandardOutput()) {
      return Optional.empty();
    }
    String derived = allowed(file.toAbsolutePath().getFileName().toString());
    if (derived.isEmpty()) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          "no name follows from %s: it has no letters of A to Z and no digits. Add --name NAME."
              .formatted(file));
    }
    return Optional.of(derived);
  }

  private int longestName() {
    return isExperiment() ? 30 : 40;
  }

  /** As much of a name, without the end of a file, as a plan may have. */
  private String allowed(String words) {
    String characters =
        words
            .replaceFirst("\\.ya?ml$", "")
            .replaceAll("[^A-Za-z0-9-]+", "-")
            .replaceFirst("^-+", "");
    return characters
        .substring(0, Math.min(characters.length(), longestName()))
        .replaceFirst("-+$", "");
  }

  /**
   * @param fitting what the file was fitted to; empty for an example
   */
  private void write(String text, Optional<FittingFile> fitting, PrintWriter out) {
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
      fitting.ifPresent(one -> one.addTo(document));
      out.println(document.toPrettyString());
    } else {
      written.print(out, false);
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
