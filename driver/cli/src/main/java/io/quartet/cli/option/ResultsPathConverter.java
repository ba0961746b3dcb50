package io.quartet.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads the name of results: a folder, or the id of a run or the name of an experiment as {@code
 * quartet history} prints it.
 */
public final class ResultsPathConverter implements ITypeConverter<Path> {

  private final PathConverter paths = new PathConverter();
  private final Path results;

  /** Looks in the default folder of results. */
  public ResultsPathConverter() {
    this(ResultsOption.standard());
  }

  ResultsPathConverter(Path results) {
    this.results = results;
  }

  @Override
  public Path convert(String name) {
    Path path = paths.convert(name);
    Path listed = results.resolve(path);
    boolean isListed =
        path.getNameCount() == 1 && Files.notExists(path) && Files.isDirectory(listed);
    return isListed ? listed : path;
  }
}
