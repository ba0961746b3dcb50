package io.quartet.cli.option;

import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a value that the benchmark file spells with a label, such as {@code repeatable-read}. */
public abstract class LabelConverter<E extends Enum<E>> implements ITypeConverter<E> {

  private final Function<E, String> label;
  private final List<E> constants;

  private LabelConverter(Function<E, String> label, E[] constants) {
    this.label = label;
    this.constants = List.of(constants);
  }

  @Override
  public E convert(String text) {
    return constants.stream()
        .filter(constant -> label.apply(constant).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new TypeConversionException(
                    "'" + text + "' is none of " + String.join(", ", labels()) + "."));
  }

  private List<String> labels() {
    return constants.stream().map(label).toList();
  }

  /** Values of {@code engine.access}. */
  public static final class OfAccess extends LabelConverter<Access> {
    OfAccess() {
      super(Access::label, Access.values());
    }
  }

  /** Values of {@code engine.statements}. */
  public static final class OfStatements extends LabelConverter<Statements> {
    OfStatements() {
      super(Statements::label, Statements.values());
    }
  }

  /** Values of {@code engine.isolation.tradeResult}. */
  public static final class OfIsolation extends LabelConverter<TradeResultIsolation> {
    OfIsolation() {
      super(TradeResultIsolation::label, TradeResultIsolation.values());
    }
  }
}
