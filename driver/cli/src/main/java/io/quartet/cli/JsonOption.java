package io.quartet.cli;

import picocli.CommandLine.Option;

/** Machine-readable output. */
final class JsonOption {

  @Option(
      names = "--json",
      description = "Prints the same facts as JSON; run and demo their progress too, a line each.")
  private boolean isJson;

  boolean isJson() {
    return isJson;
  }
}
