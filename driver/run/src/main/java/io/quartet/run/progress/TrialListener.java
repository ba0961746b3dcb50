package io.quartet.run.progress;

/** Hears the steps of a trial on copies of databases, and how its loads go. */
public interface TrialListener extends LoadListener {

  /**
   * A step begins.
   *
   * @param what for instance "copying the database of a1-vm2"
   * @param weight expected time of the step, compared with the other steps of the trial
   */
  default void onStep(String what, int weight) {}
}
