package io.quartet.results.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.results.evidence.Attestation.Device;
import io.quartet.results.evidence.Attestation.Evidence;
import io.quartet.results.evidence.Attestation.Throughput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Throughput around the events that made devices fail, from files {@code report.json} among the
 * evidence.
 */
final class EventEvidence {

  private static final String REPORT = "report.json";

  /** More than a report of a hundred VMs has; it is read whole. */
  private static final long MOST_BYTES = 32L << 20;

  /** The attestation knows whole seconds. */
  private static final double TOLERANCE_SECONDS = 1;

  private final List<JsonNode> reports;
  private final List<Problem> problems;

  private EventEvidence(List<JsonNode> reports, List<Problem> problems) {
    this.reports = reports;
    this.problems = problems;
  }

  /**
   * Devices with the throughput around their events, for those that name one.
   *
   * @param folder of the attestation, whose evidence is unchanged
   * @param problems takes the events that no report has
   */
  static List<Device> devices(Attestation attestation, Path folder, List<Problem> problems) {
    if (attestation.devices().stream().allMatch(device -> device.event().isEmpty())) {
      return attestation.devices();
    }
    List<JsonNode> reports =
        attestation.evidence().stream()
            .map(Evidence::file)
            .filter(file -> Path.of(file).endsWith(REPORT))
            .flatMap(file -> read(folder.resolve(file)).stream())
            .toList();
    EventEvidence found = new EventEvidence(reports, problems);
    List<Device> devices = new ArrayList<>();
    for (Device device : attestation.devices()) {
      devices.add(device.event().isEmpty() ? device : found.withThroughput(device, devices.size()));
    }
    return devices;
  }

  private Device withThroughput(Device device, int number) {
    Optional<Device> found =
        reports.stream()
            .filter(report -> report.at("/run/runId").asText().equals(device.duringRun()))
            .flatMap(report -> around(device, report).stream())
            .findFirst()
            .map(device::withThroughput);
    if (found.isEmpty()) {
      problems.add(
          Problem.ofValue(
              DocumentPath.ROOT.child("devices").child(number).child("event"),
              AttestationCheck.REFUSED,
              "no "
                  + REPORT
                  + " among the evidence has an event '"
                  + device.event()
                  + "' of run "
                  + device.duringRun()
                  + " that was done and was in force at "
                  + device.failedAt()
                  + ". Add the "
                  + REPORT
                  + " of that run to the evidence, correct the name or the moment, or leave event"
                  + " out."));
    }
    return found.orElse(device);
  }

  private static Optional<JsonNode> read(Path file) {
    try {
      return Files.size(file) > MOST_BYTES
          ? Optional.empty()
          : Optional.of(new ObjectMapper().readTree(file.toFile()));
    } catch (IOException e) {
      return Optional.empty(); // Without it the event is missed, and the message says where.
    }
  }

  private static Optional<Throughput> around(Device device, JsonNode report) {
    double failed =
        (Instant.parse(device.failedAt()).toEpochMilli()
                - report.at("/run/startedUtcMillis").asLong())
            / 1e3;
    for (JsonNode event : report.path("events")) {
      if (event.path("name").asText().equals(device.event())
          && event.path("exitCode").asInt(1) == 0
          && failed >= event.path("fromSeconds").asDouble() - TOLERANCE_SECONDS
          && failed <= event.path("toSeconds").asDouble(failed) + TOLERANCE_SECONDS) {
        return Optional.of(
            new Throughput(
                etps(event, "before"),
                etps(event, "during"),
                etps(event, "after"),
                number(event.path("recoverySeconds"))));
      }
    }
    return Optional.empty();
  }

  private static Double etps(JsonNode event, String time) {
    return number(event.path(time).path("etps"));
  }

  private static Double number(JsonNode figure) {
    return figure.isNumber() ? figure.asDouble() : null;
  }
}
