package io.quartet.results.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.quartet.config.AttestationFile;
import io.quartet.config.Problem;
import io.quartet.model.Sha256;
import io.quartet.results.RunInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Attestation of a person about rule 40, data accessibility under device failure. The kit checks
 * the form, and that the evidence exists and is unchanged. It cannot check that the attestation is
 * true.
 *
 * @param attestedBy who attests
 * @param date day of the attestation, {@code yyyy-MM-dd}
 * @param run id of the official run that it is for
 * @param devices devices that failed, at least one
 * @param evidence files that bear it out, at least one
 * @param sha256 of the file of the attestation
 */
public record Attestation(
    Attester attestedBy,
    String date,
    String run,
    List<Device> devices,
    List<Evidence> evidence,
    String sha256) {

  /** The file has a version of its form, which this does not keep. */
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  public Attestation {
    Objects.requireNonNull(attestedBy, "attestedBy");
    devices = List.copyOf(devices);
    evidence = List.copyOf(evidence);
  }

  /**
   * Who attests.
   *
   * @param organisation empty if none is given
   * @param contact empty if none is given
   */
  public record Attester(String name, String organisation, String contact) {

    public Attester {
      Objects.requireNonNull(name, "name");
      organisation = Objects.requireNonNullElse(organisation, "");
      contact = Objects.requireNonNullElse(contact, "");
    }

    /** Name and organisation, as they stand in the verdict. */
    @Override
    public String toString() {
      return organisation.isEmpty() ? name : name + ", " + organisation;
    }
  }

  /**
   * A device that failed.
   *
   * @param device which
   * @param redundancy what kept its content accessible, for instance {@code RAID 10}
   * @param holds {@code data}, {@code index}, {@code wal}
   * @param duringRun id of the run under whose load it failed
   * @param failedAt ISO 8601 in UTC
   * @param backAt when its redundancy was complete again, ISO 8601 in UTC
   * @param event name of the event of that run that made it fail; empty if none is given
   * @param throughput around that event, which the kit has found in the evidence; null without it
   */
  public record Device(
      String device,
      String redundancy,
      List<String> holds,
      String duringRun,
      String failedAt,
      String backAt,
      String event,
      Throughput throughput) {

    public Device {
      holds = List.copyOf(holds);
      event = Objects.requireNonNullElse(event, "");
    }

    Device withThroughput(Throughput other) {
      return new Device(device, redundancy, holds, duringRun, failedAt, backAt, event, other);
    }
  }

  /**
   * Committed Trade-Results per second around an event; null where no interval lies.
   *
   * @param recoverySeconds from its end until 95 % of {@code before}; null if that did not come
   */
  public record Throughput(Double before, Double during, Double after, Double recoverySeconds) {}

  /**
   * A file that bears the attestation out.
   *
   * @param file path from the folder of the attestation
   * @param sha256 64 hexadecimal digits
   * @param what what it shows
   */
  public record Evidence(String file, String sha256, String what) {}

  /**
   * Reads the file of an attestation and checks it against the run and the files that it names.
   *
   * @throws io.quartet.model.QuartetException as {@link AttestationFile#read}; ATTESTATION_REFUSED,
   *     EVIDENCE_REFUSED
   */
  public static Attestation read(Path path, RunInfo run) {
    AttestationFile file = AttestationFile.read(path);
    Attestation attestation = of(file.values()).withSha256(Sha256.of(file.text()));
    Path folder = path.toAbsolutePath().getParent();
    List<Problem> problems = AttestationCheck.problems(attestation, folder, run);
    List<Device> devices =
        problems.isEmpty()
            ? EventEvidence.devices(attestation, folder, problems)
            : attestation.devices();
    if (!problems.isEmpty()) {
      throw file.error(problems);
    }
    return attestation.withDevices(devices);
  }

  private Attestation withSha256(String other) {
    return new Attestation(attestedBy, date, run, devices, evidence, other);
  }

  private Attestation withDevices(List<Device> others) {
    return new Attestation(attestedBy, date, run, others, evidence, sha256);
  }

  /**
   * Takes it from JSON.
   *
   * @throws IllegalArgumentException if something is missing
   */
  public static Attestation of(JsonNode json) {
    try {
      return JSON.treeToValue(json.requireNonNull(), Attestation.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not an attestation", e);
    }
  }

  /** The keys of the file, and {@code sha256} of the file itself. */
  public JsonNode toJson() {
    return JSON.valueToTree(this);
  }

  /** True if one of the devices that failed holds this. */
  public boolean hasFailed(String kind) {
    return devices.stream().anyMatch(device -> device.holds().contains(kind));
  }
}
