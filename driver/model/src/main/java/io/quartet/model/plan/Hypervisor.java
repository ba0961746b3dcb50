package io.quartet.model.plan;

import java.util.Map;
import java.util.Optional;

/**
 * A host on which machines of a plan run as VMs.
 *
 * @param host name or address
 * @param controller guest or program on it that is its storage software, as the host names it;
 *     empty if there is none or it is not known
 * @param guests names that the host has for its VMs, by name of the VM; none for those that Quartet
 *     finds itself
 */
public record Hypervisor(String host, Optional<String> controller, Map<String, String> guests) {

  /** Characters that the kernel keeps of the name of a program. */
  private static final int LONGEST_PROGRAM = 15;

  public Hypervisor {
    guests = Map.copyOf(guests);
  }

  /** A host of which the file says nothing else. */
  public static Hypervisor at(String host) {
    return new Hypervisor(host, Optional.empty(), Map.of());
  }

  /** A program as the kernel names it. */
  public static String programName(String program) {
    return program.substring(0, Math.min(LONGEST_PROGRAM, program.length()));
  }
}
