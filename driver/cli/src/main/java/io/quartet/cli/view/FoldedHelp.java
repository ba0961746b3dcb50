package io.quartet.cli.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Help whose lines end at blanks. The parser would also end them within words, after a dot. */
public final class FoldedHelp extends Help {

  private static final String FURTHER_IN = "  ";

  public FoldedHelp(CommandSpec spec, ColorScheme scheme) {
    super(spec, scheme);
  }

  @Override
  public String description(Object... parameters) {
    String text = String.join(System.lineSeparator(), commandSpec().usageMessage().description());
    return Folded.lines(text, 0, commandSpec().usageMessage().width());
  }

  @Override
  public Layout createDefaultLayout() {
    return folded(super.createDefaultLayout());
  }

  @Override
  public Layout createDefaultLayout(
      List<OptionSpec> options, List<PositionalParamSpec> parameters, ColorScheme scheme) {
    return folded(super.createDefaultLayout(options, parameters, scheme));
  }

  private static Layout folded(Layout usual) {
    Column[] columns = usual.textTable().columns();
    Column last = columns[columns.length - 1];
    return new Layout(
        usual.colorScheme(), usual.textTable(), usual.optionRenderer(), usual.parameterRenderer()) {
      @Override
      public void layout(ArgSpec argument, Text[][] rows) {
        super.layout(
            argument,
            Stream.of(rows)
                .flatMap(row -> rows(row, last.width - last.indent, colorScheme()).stream())
                .toArray(Text[][]::new));
      }
    };
  }

  /** A row whose last cell fits, and further rows for the rest of that cell. */
  private static List<Text[]> rows(Text[] row, int width, ColorScheme scheme) {
    List<Text[]> rows = new ArrayList<>();
    Text[] filled = row.clone();
    Text rest = row[row.length - 1];
    String plain = rest.plainString();
    for (int end = Folded.end(plain, width); end < plain.length(); end = Folded.end(plain, width)) {
      filled[row.length - 1] = rest.substring(0, end);
      rows.add(filled);
      filled = new Text[row.length];
      Arrays.fill(filled, scheme.ansi().new Text("", scheme));
      int next = plain.length() - plain.substring(end).stripLeading().length();
      rest = scheme.ansi().new Text(FURTHER_IN, scheme).concat(rest.substring(next));
      plain = rest.plainString();
    }
    filled[row.length - 1] = rest;
    rows.add(filled);
    return rows;
  }
}
