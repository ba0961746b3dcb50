package io.quartet.cli.option;

import picocli.CommandLine.Option;

/** Machine-readable output. */
public final class JsonOption {

  @Option(
      names = "--json",
      description = "Prints the same facts as JSON; run and demo their progress too, a line each.")
  private boolean isJson;

  public boolean isJson() {
    return isJson;
  }
}
