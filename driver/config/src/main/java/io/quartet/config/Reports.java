package io.quartet.config;

/** Takes the problems that rules find. */
interface Reports {

  /**
   * Takes a problem.
   *
   * @param needed places on which the rule hangs, beside that of the problem
   */
  void report(Problem problem, DocumentPath... needed);
}
