package io.quartet.model.size;

import java.util.Collections;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits of one VM, what it is bound to, and the settings of its database. Each property may be
 * absent.
 *
 * @param vcpus hard CPU limit in cores, above 0; empty for none
 * @param memoryBytes hard memory limit, above 0; empty for none
 * @param settings PostgreSQL settings of a run by name, sorted; a value like {@code 25%} is a share
 *     of the VM's memory
 * @param pinning processors and memory that its processes are bound to
 */
public record VmSize(
    OptionalDouble vcpus, OptionalLong memoryBytes, Map<String, String> settings, Pinning pinning) {

  /** Decides nothing. */
  public static final VmSize NONE =
      new VmSize(OptionalDouble.empty(), OptionalLong.empty(), Map.of());

  private static final Pattern PERCENT = Pattern.compile("([0-9]{1,9}(\\.[0-9]{1,9})?) ?%");

  public VmSize {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
  }

  /** Bound to nothing. */
  public VmSize(OptionalDouble vcpus, OptionalLong memoryBytes, Map<String, String> settings) {
    this(vcpus, memoryBytes, settings, Pinning.NONE);
  }

  /** Without settings. */
  public static VmSize limits(double vcpus, long memoryBytes) {
    return new VmSize(OptionalDouble.of(vcpus), OptionalLong.of(memoryBytes), Map.of());
  }

  /** This size, with the properties and settings of another where this one has none. */
  public VmSize over(VmSize other) {
    Map<String, String> all = new TreeMap<>(other.settings);
    all.putAll(settings);
    return new VmSize(
        vcpus.isPresent() ? vcpus : other.vcpus,
        memoryBytes.isPresent() ? memoryBytes : other.memoryBytes,
        all,
        pinning.over(other.pinning));
  }

  /** The same, bound to processors or memory. */
  public VmSize withPinning(Pinning other) {
    return new VmSize(vcpus, memoryBytes, settings, other);
  }

  /** True if it has a hard limit. */
  public boolean isLimited() {
    return vcpus.isPresent() || memoryBytes.isPresent();
  }

  /**
   * The percentage that a value of a setting is; empty if it is none.
   *
   * @param value for instance {@code 25%}; the number may be out of range
   */
  public static OptionalDouble percent(String value) {
    Matcher match = PERCENT.matcher(value.strip());
    return match.matches()
        ? OptionalDouble.of(Double.parseDouble(match.group(1)))
        : OptionalDouble.empty();
  }

  /**
   * Log that the database keeps beside what it needs ({@code wal_keep_size}), in bytes. 0 without
   * the setting, and for a share of memory, which is little beside a disk.
   */
  public long keptLogBytes() {
    return PostgresSize.bytes(settings.getOrDefault("wal_keep_size", ""), Bytes.MIB).orElse(0);
  }

  /**
   * The settings as PostgreSQL reads them: percentages in whole MB, at least one.
   *
   * @param memory of the VM in bytes, to which percentages relate
   */
  public Map<String, String> settingsWithin(long memory) {
    Map<String, String> resolved = new TreeMap<>(settings);
    resolved.replaceAll((name, value) -> resolved(value, memory));
    return resolved;
  }

  private static String resolved(String value, long memory) {
    OptionalDouble percent = percent(value);
    return percent.isEmpty()
        ? value
        : Math.max(1, (long) (memory * percent.getAsDouble() / 100 / Bytes.MIB)) + "MB";
  }
}
