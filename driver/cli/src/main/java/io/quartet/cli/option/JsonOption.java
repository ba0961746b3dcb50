package io.quartet.cli.option;

import picocli.CommandLine.Option;

/** Machine-readable output. */
public final class JsonOption {

  @Option(
      names = "--json",
      description =
          "Prints the results as JSON. A run also prints its progress as JSON, one object per"
              + " line.")
  private boolean isJson;

  public boolean isJson() {
    return isJson;
  }
}
