package io.quartet.model;

/** Ranges of options that are numbers. */
public final class Ranges {

  private Ranges() {}

  /**
   * Refuses a number that is not in {@code 1..most}. {@link Integer#MAX_VALUE} stands for no limit.
   *
   * @param option with its two dashes, for the message
   * @throws QuartetException bad input {@code WRONG_VALUE}
   */
  public static void check(String option, long value, long most) {
    if (value < 1 || value > most) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          most == Integer.MAX_VALUE
              ? option + ": " + value + " is too small. Choose 1 or more."
              : option
                  + ": "
                  + value
                  + " is not in 1.."
                  + most
                  + ". Choose a number in this range.");
    }
  }
}
