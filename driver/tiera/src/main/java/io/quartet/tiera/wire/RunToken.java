package io.quartet.tiera.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * A secret of a driver and the Tier As that it starts. The driver shows one half of it with Hello,
 * Tier A the other half in its answer. So no driver takes the Tier A of another run for its own,
 * and no other account of the machine can send transactions.
 */
public final class RunToken {

  /** Environment variable that hands it to a process. */
  public static final String VARIABLE = "QUARTET_RUN_TOKEN";

  private static final int HALF_BYTES = 32;

  private final String ofDriver;
  private final String ofTierA;

  private RunToken(String ofDriver, String ofTierA) {
    this.ofDriver = ofDriver;
    this.ofTierA = ofTierA;
  }

  public static RunToken make() {
    SecureRandom random = new SecureRandom();
    return new RunToken(half(random), half(random));
  }

  private static String half(SecureRandom random) {
    byte[] bytes = new byte[HALF_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads what {@link #secret} gave.
   *
   * @throws IllegalArgumentException if it is something else; the message does not repeat it
   */
  public static RunToken of(String secret) {
    String[] halves = secret.split("\\.", -1);
    if (halves.length != 2 || halves[0].isEmpty() || halves[1].isEmpty()) {
      throw new IllegalArgumentException("not a run token");
    }
    return new RunToken(halves[0], halves[1]);
  }

  /** Both halves, for another process of the same run. */
  public String secret() {
    return ofDriver + "." + ofTierA;
  }

  /** The token that the driver sends with Hello. */
  public String shown() {
    return ofDriver;
  }

  /** True if an answer comes from a Tier A of this run. */
  public boolean isAnswer(String answer) {
    return isEqual(answer, ofTierA);
  }

  /** Takes as long for a wrong guess as for a right one. */
  private static boolean isEqual(String shown, String wanted) {
    return MessageDigest.isEqual(
        shown.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
  }

  /** Not the secret. */
  @Override
  public String toString() {
    return "RunToken[secret]";
  }
}
