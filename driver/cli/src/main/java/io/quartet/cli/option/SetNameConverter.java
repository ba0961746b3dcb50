package io.quartet.cli.option;

import io.quartet.model.VmSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of a Set on the command line. */
public final class SetNameConverter implements ITypeConverter<VmSet> {

  @Override
  public VmSet convert(String text) {
    try {
      return VmSet.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
