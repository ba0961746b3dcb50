package io.quartet.cli.option;

import picocli.CommandLine.Option;

/** Machine-readable output. */
public final class JsonOption {

  @Option(
      names = "--json",
      description =
          "Prints the results as JSON. run, demo, experiment and check --finish print their"
              + " progress as JSON too, one object per line.")
  private boolean isJson;

  public boolean isJson() {
    return isJson;
  }
}
