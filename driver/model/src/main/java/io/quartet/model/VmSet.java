package io.quartet.model;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Three VMs that serve one Group.
 *
 * @param group the Group it belongs to
 * @param number 1 for the first Set of the Group, at most 250
 */
public record VmSet(VmGroup group, int number) {

  private static final Pattern NAME = Pattern.compile("([a-d])([1-9][0-9]{0,2})");

  public VmSet {
    if (number < 1 || number > 250) {
      throw new IllegalArgumentException("Set number " + number + " is not in 1..250");
    }
  }

  /**
   * Reads a short name.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static VmSet parse(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + name + "' is not a Set, for instance a1");
    }
    return new VmSet(
        VmGroup.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
        Integer.parseInt(matcher.group(2)));
  }

  /** Short name for logs, files and tables, for instance {@code a1}. */
  public String name() {
    return group.name().toLowerCase(Locale.ROOT) + number;
  }

  /** Name of one VM of the Set, for instance {@code a1-vm2}; also its folder in the results. */
  public String vmName(VmRole role) {
    return name() + role.ending();
  }

  /** Rank among all Sets: Group by Group, then by number. */
  public int order() {
    return group.number() * 1_000 + number;
  }

  /** Loopback address the embedded provider gives the VM: 127.set.group.vm. */
  public String loopbackAddress(VmRole role) {
    return "127." + number + "." + group.number() + "." + role.number();
  }
}
