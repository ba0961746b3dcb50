package io.quartet.cli.file;

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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
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
      "With --example, writes an example of a benchmark, an experiment or an index profile. It gets"
          + " the name of the file. A profile is a folder.",
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

  @Option(
      names = "--example",
      paramLabel = "NAME",
      completionCandidates = ExampleNames.class,
      description =
          "Example to write: ${COMPLETION-CANDIDATES}. Default: a file that fits this machine.")
  private String example;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "benchmark.yaml",
      description = "File to write; - is standard output. Default: ${DEFAULT-VALUE}.")
  private String file;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (example == null) {
      FittingFile fitting = FittingFile.here(name().orElse("first"));
      write(fitting.text(), fitting.summary(), out);
    } else if (example.equals(BenchmarkFile.PROFILE)) {
      writeProfile(out);
    } else {
      String text = BenchmarkFile.example(example);
      write(name().map(name -> FittingFile.with(text, "name", name)).orElse(text), "", out);
    }
    out.flush();
    return 0;
  }

  /** The name of the file without its end, if it can be one of a benchmark. */
  private Optional<String> name() {
    Path last = Path.of(file).getFileName();
    String name = last == null ? "" : last.toString().replaceFirst("\\.ya?ml$", "");
    return Optional.of(name).filter(word -> word.matches("[A-Za-z0-9][A-Za-z0-9-]{0,39}"));
  }

  private void write(String text, String summary, PrintWriter out) {
    if (file.equals("-")) {
      out.print(text);
      return;
    }
    create(
        () ->
            Files.writeString(
                Path.of(file),
                editorLine() + text,
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE_NEW));
    out.println(file);
    out.print(summary);
  }

  /** A comment that tells editors where the schema is, so that they can complete keys. */
  private String editorLine() {
    Path schema =
        QuartetHome.folder()
            .resolve("driver/config/src/main/resources/io/quartet/config")
            .resolve(
                BenchmarkFile.EXPERIMENT.equals(example)
                    ? "experiment.schema.json"
                    : "benchmark.schema.json");
    return Files.isReadable(schema)
        ? Text.line("# yaml-language-server: $schema=%s%n", schema)
        : "";
  }

  private void writeProfile(PrintWriter out) {
    String text = BenchmarkFile.example(BenchmarkFile.PROFILE);
    if (file.equals("-")) {
      out.print(text);
      return;
    }
    Map.Entry<String, String> index = BenchmarkFile.exampleIndex();
    create(
        () -> {
          Path folder = Files.createDirectory(Path.of(file));
          Files.writeString(folder.resolve("profile.yaml"), text, StandardCharsets.UTF_8);
          Files.writeString(folder.resolve(index.getKey()), index.getValue());
        });
    out.println(file);
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
      throw QuartetException.badInput(
          "FILE_NOT_WRITABLE",
          file + " cannot be written (" + e + "). Name a file in a folder that you can write to.",
          e);
    }
  }
}
