package io.quartet.cli.option;

import picocli.CommandLine.Option;

/** {@code --all}: a table has every row, not only those that are shown to differ. */
public final class AllRowsOption {

  @Option(
      names = "--all",
      description = "Prints every figure. Without it, only figures that are shown to differ.")
  private boolean isAll;

  public boolean isAll() {
    return isAll;
  }
}
