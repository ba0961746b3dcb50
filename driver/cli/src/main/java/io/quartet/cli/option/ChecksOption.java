package io.quartet.cli.option;

import io.quartet.run.check.CheckPolicy;
import picocli.CommandLine.Option;

/** The option {@code --checks}: which databases are checked before a run. */
public final class ChecksOption {

  @Option(
      names = "--checks",
      paramLabel = "WHICH",
      description =
          "Which databases to check before a run: changed, or always for all. A database that has"
              + " not changed since it passed its checks keeps their results. Official runs check"
              + " all. Default: changed.")
  private CheckPolicy policy = CheckPolicy.CHANGED;

  public CheckPolicy policy() {
    return policy;
  }
}
