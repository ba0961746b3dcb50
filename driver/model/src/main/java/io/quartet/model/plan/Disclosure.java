package io.quartet.model.plan;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Facts about the system of a published result that no program can detect. All are optional. A
 * report marks absent facts as not disclosed. Immutable.
 *
 * @param facts a line of text each
 * @param storage devices of the parts that can be on separate disks
 * @param items further hardware and software, in the order of the file
 */
public record Disclosure(Map<Fact, String> facts, Map<Storage, Devices> storage, List<Item> items) {

  /** Nothing at all. */
  public static final Disclosure NONE = new Disclosure(Map.of(), Map.of(), List.of());

  /** The disclosures of one line each, in the order of a report. */
  public enum Fact {
    /** Who publishes the result. */
    SPONSOR,
    /** Name of the system. */
    SYSTEM,
    /** Day, as 2026-03-01, from which on everything that is priced can be bought. */
    AVAILABLE,
    SERVER,
    PROCESSORS,
    MEMORY,
    NETWORK,
    HYPERVISOR,
    /** Cold, prewarmed or hot: what was in memory when the run began. */
    CACHE,
    /** Where the measured configuration is another than the priced one. */
    DIFFERENCES;

    /** Key in the benchmark file, below {@code disclosure}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Storage devices.
   *
   * @param devices how many of which kind
   * @param redundancy what may fail without loss, for instance {@code RAID 10}
   */
  public record Devices(Optional<String> devices, Optional<String> redundancy) {}

  /** One more piece of hardware or software. */
  public record Item(String item, String description) {}

  public Disclosure {
    facts = Map.copyOf(facts);
    storage = Map.copyOf(storage);
    items = List.copyOf(items);
  }

  /** The failures that the storage of the tables, or of the write-ahead log, survives. */
  public Optional<String> redundancy(Storage of) {
    return Optional.ofNullable(storage.get(of)).flatMap(Devices::redundancy);
  }
}
