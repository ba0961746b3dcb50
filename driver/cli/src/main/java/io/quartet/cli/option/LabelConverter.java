package io.quartet.cli.option;

import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a value that the benchmark file spells with a label, such as {@code repeatable-read}, in
 * any case.
 */
public final class LabelConverter<E extends Enum<E>> implements ITypeConverter<E> {

  private final Function<E, String> label;
  private final List<E> constants;

  public LabelConverter(Function<E, String> label, E[] constants) {
    this.label = label;
    this.constants = List.of(constants);
  }

  @Override
  public E convert(String text) {
    return constants.stream()
        .filter(constant -> label.apply(constant).equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is not one of " + String.join(", ", labels()) + "."));
  }

  private List<String> labels() {
    return constants.stream().map(label).toList();
  }
}
