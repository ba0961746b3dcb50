package io.quartet.cli.option;

import io.quartet.model.Text;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the name of a file or folder. Messages repeat it, so one that could end its line and begin
 * a false one is refused.
 */
public final class PathConverter implements ITypeConverter<Path> {

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

  @Override
  public Path convert(String name) {
    if (CONTROL.matcher(name).find()) {
      throw new TypeConversionException(
          "'" + Text.visible(name) + "' has a control character in its name. Rename it.");
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "'" + Text.visible(name) + "' is no name of a file or folder. Rename it.");
    }
  }
}
