package io.quartet.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** The program, as a test calls it. */
final class Quartet {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Runs a verb to its end and gives its exit code. */
  int run(String... arguments) {
    out.getBuffer().setLength(0);
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** The standard output of the last verb. */
  String out() {
    return out.toString();
  }

  /** The standard error of all verbs so far. */
  String err() {
    return err.toString();
  }
}
