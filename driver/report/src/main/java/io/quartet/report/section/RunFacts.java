package io.quartet.report.section;

import io.quartet.results.OwnerNotes;
import java.util.List;
import java.util.Map;

/**
 * Facts about the run. Facts from the plan are null or empty if the plan cannot be read.
 *
 * @param profile {@code demo}, {@code custom} or {@code official}
 * @param state {@code finished}, {@code measured} (checks after it are missing), {@code aborted},
 *     {@code running}, {@code killed} or {@code unknown}
 * @param measuredSeconds length of the measured phases that have run
 * @param isLocal true unless VMs ran on other machines than the driver; {@code report.json} has it
 *     as {@code provider.kind}
 * @param notes what its owner says of it; none if the file is damaged
 */
public record RunFacts(
    String runId,
    String name,
    String profile,
    String state,
    Long startedUtcMillis,
    Long endedUtcMillis,
    Scale scale,
    Offered offered,
    Loaded loaded,
    String phaseTable,
    String isolation,
    double measuredSeconds,
    Long customerRequests,
    boolean isLocal,
    OwnerNotes notes) {

  /**
   * Size of the system.
   *
   * @param groups Groups with VMs, in their order
   */
  public record Scale(
      Integer setsPerGroup, List<String> groups, Integer virtualMachines, Integer databases) {}

  /**
   * The requested load.
   *
   * @param users most requests of the Customer Emulator under way at once
   * @param load how load was offered, in words
   * @param isPaced true if requests had intended start times
   */
  public record Offered(Integer users, String load, boolean isPaced) {

    /** The load of a run without a plan. */
    public static final Offered UNKNOWN = new Offered(null, null, false);
  }

  /**
   * Content of the databases.
   *
   * @param loadUnits Load Units loaded by Group with VMs, in Group order
   * @param activeLoadUnits Load Units the run used by Group with VMs, in Group order
   * @param isShortHistory true when docs/spec/transactions.md, "Short history" applies
   */
  public record Loaded(
      Map<String, Integer> loadUnits,
      Map<String, Integer> activeLoadUnits,
      Integer tradeDays,
      boolean isShortHistory) {

    /** The content for a run without a plan. */
    public static final Loaded UNKNOWN = new Loaded(Map.of(), Map.of(), null, false);
  }
}
