package io.quartet.report.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;

/**
 * What ran.
 *
 * @param state {@code finished}, {@code measured} (checks after it are missing), {@code aborted},
 *     {@code running} or {@code killed}
 * @param groups Groups with VMs, in their order
 * @param users most requests of the Customer Emulator under way at once
 * @param load how load was offered, in words
 * @param isPaced true if requests had intended start times
 * @param loadUnits Load Units loaded by Group with VMs
 * @param activeLoadUnits Load Units the run used by Group with VMs
 * @param isShortHistory true when the short-history rule of design.md section 5 applies
 * @param measuredSeconds length of the measured phases that have run
 * @param isLocal true unless VMs ran on other machines than the driver; {@code report.json} has it
 *     as {@code provider.kind}
 */
public record RunFacts(
    String runId,
    String name,
    String profile,
    String state,
    Long startedUtcMillis,
    Long endedUtcMillis,
    Integer setsPerGroup,
    List<String> groups,
    Integer virtualMachines,
    Integer databases,
    Integer users,
    String load,
    boolean isPaced,
    Map<String, Integer> loadUnits,
    Map<String, Integer> activeLoadUnits,
    Integer tradeDays,
    boolean isShortHistory,
    String phaseTable,
    String isolation,
    double measuredSeconds,
    Long customerRequests,
    @JsonIgnore boolean isLocal) {}
