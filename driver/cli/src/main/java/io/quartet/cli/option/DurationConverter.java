package io.quartet.cli.option;

import io.quartet.config.Units;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a length of time on the command line, as in a benchmark file. */
public final class DurationConverter implements ITypeConverter<Duration> {

  @Override
  public Duration convert(String text) {
    try {
      return Units.duration(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new TypeConversionException(
          "'" + text + "' is not a length of time, for example 90s or 5m");
    }
  }
}
