package io.quartet.cli;

import picocli.CommandLine.Option;

/** Machine-readable output. */
final class JsonOption {

  @Option(names = "--json", description = "Prints the same facts as JSON.")
  private boolean isJson;

  boolean isJson() {
    return isJson;
  }
}
