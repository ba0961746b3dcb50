package io.quartet.emulator;

import io.quartet.model.VmSet;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Seeds of the streams of one run: one stream for each Set and purpose. */
public enum Seeds {
  CUSTOMER_INPUTS,
  MARKET_INPUTS,
  MARKET_DELAYS,
  DSS_MAINTENANCE,
  OLTP_MAINTENANCE,
  BACK_OFF;

  /**
   * Seeds of all purposes for one Set, by the name of the purpose, for instance {@code
   * market-delays}.
   */
  public static Map<String, Long> ofSet(long runSeed, VmSet set) {
    Map<String, Long> seeds = new TreeMap<>();
    for (Seeds purpose : values()) {
      seeds.put(
          purpose.name().toLowerCase(Locale.ROOT).replace('_', '-'), purpose.of(runSeed, set));
    }
    return seeds;
  }

  /** Seed of this purpose for one Set, 0 to 2^63 - 1. */
  long of(long runSeed, VmSet set) {
    long stream = (set.group().number() * 1_000L + set.number()) * 100 + ordinal();
    long z = runSeed + 0x9E3779B97F4A7C15L * (stream + 1);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return (z ^ (z >>> 31)) & Long.MAX_VALUE;
  }
}
