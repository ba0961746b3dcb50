package io.quartet.report.compare;

/**
 * Statistical conclusion about a difference. Pages and files call it a verdict. Only repeated runs
 * can be higher or lower. Two single runs cannot separate a difference from the normal variation
 * between runs.
 */
public enum Conclusion {
  HIGHER("higher"),
  LOWER("lower"),
  /** Fewer than three runs on a side, and more than what varies within them. */
  DIFFERS("differs in these runs"),
  NO_DIFFERENCE_SHOWN("no difference shown"),
  NOT_ENOUGH_DATA("not enough data"),
  NOT_COMPARABLE("not comparable");

  private final String words;

  Conclusion(String words) {
    this.words = words;
  }

  /** True if the sides differ by more than chance. */
  public boolean isDifference() {
    return switch (this) {
      case HIGHER, LOWER, DIFFERS -> true;
      case NO_DIFFERENCE_SHOWN, NOT_ENOUGH_DATA, NOT_COMPARABLE -> false;
    };
  }

  /** As it is written everywhere. */
  public String words() {
    return words;
  }
}
