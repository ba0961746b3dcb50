package io.quartet.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads the name of results: a folder, or the id of a run or the name of an experiment as {@code
 * quartet history} prints it. A folder here that holds no results hides none of that name. A name
 * that leads nowhere is taken for an id, so that the message shows where it was searched.
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
    if (path.getNameCount() != 1 || path.isAbsolute() || name.startsWith(".")) {
      return path;
    }
    Path listed = results.resolve(path);
    boolean isListed =
        !ResultsOf.isSome(path) && (ResultsOf.isSome(listed) || Files.notExists(path));
    return isListed ? listed : path;
  }
}
