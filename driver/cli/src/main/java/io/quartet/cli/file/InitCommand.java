package io.quartet.cli.file;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
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
      "Never overwrites a file that exists."
    },
    footer = {"  quartet init laptop.yaml", "  quartet init --example official - | less"})
public final class InitCommand implements Callable<Integer> {

  static final class ExampleNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return BenchmarkFile.EXAMPLES.iterator();
    }
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--example",
      paramLabel = "NAME",
      defaultValue = "laptop",
      completionCandidates = ExampleNames.class,
      description = "Example to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private String example;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      defaultValue = "benchmark.yaml",
      description = "File to write; - is standard output. Default: ${DEFAULT-VALUE}.")
  private String file;

  @Override
  public Integer call() {
    String text = BenchmarkFile.example(example);
    if (file.equals("-")) {
      spec.commandLine().getOut().print(text);
      spec.commandLine().getOut().flush();
      return 0;
    }
    try {
      Files.writeString(Path.of(file), text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
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
    spec.commandLine().getOut().println(file);
    return 0;
  }
}
