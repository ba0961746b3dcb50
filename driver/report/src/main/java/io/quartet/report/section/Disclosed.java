package io.quartet.report.section;

import java.util.List;
import java.util.Map;

/**
 * Facts about the system that the person who ran the benchmark disclosed.
 *
 * @param facts by name, in the order of {@code Disclosure.Fact}; null for what was not disclosed
 * @param storage devices of {@code data}, {@code index} and {@code wal} as far as disclosed
 * @param items further hardware and software
 */
public record Disclosed(Map<String, String> facts, List<Devices> storage, List<Fact> items) {

  /** Storage devices; null for what was not disclosed. */
  public record Devices(String part, String devices, String redundancy) {}
}
