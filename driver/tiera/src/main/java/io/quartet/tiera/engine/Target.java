package io.quartet.tiera.engine;

import io.quartet.model.VmRole;

/** The Tier B database a request goes to; {@link #code()} is the number on the wire. */
public enum Target {
  /** The one home of the transaction's type. */
  BY_TYPE(0),
  /** VM2. */
  DSS(2),
  /** VM3. */
  OLTP(3);

  private final int code;

  Target(int code) {
    this.code = code;
  }

  /** Number on the wire and in the C interface. */
  public int code() {
    return code;
  }

  public static Target ofCode(int code) {
    return switch (code) {
      case 0 -> BY_TYPE;
      case 2 -> DSS;
      case 3 -> OLTP;
      default -> throw new IllegalArgumentException("there is no target database " + code);
    };
  }

  /**
   * The target that names a database VM.
   *
   * @throws IllegalArgumentException for Tier A, which holds no database
   */
  public static Target of(VmRole role) {
    return switch (role) {
      case DSS -> DSS;
      case OLTP -> OLTP;
      case TIER_A -> throw new IllegalArgumentException("Tier A holds no database");
    };
  }
}
