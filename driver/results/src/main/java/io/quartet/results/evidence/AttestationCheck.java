package io.quartet.results.evidence;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.Sha256;
import io.quartet.model.TextFile;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.RunInfo;
import io.quartet.results.evidence.Attestation.Device;
import io.quartet.results.evidence.Attestation.Evidence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Checks what a schema cannot: the run, the order of moments, and the files of evidence. */
final class AttestationCheck {

  /** No file of evidence is larger: 1 GiB. */
  static final long MOST_BYTES = 1L << 30;

  static final String REFUSED = "ATTESTATION_REFUSED";

  private final RunInfo run;
  private final List<Problem> problems = new ArrayList<>();

  /** When the day of the attestation ends; never while that day is not known. */
  private Instant attestedBefore = Instant.MAX;

  private AttestationCheck(RunInfo run) {
    this.run = run;
  }

  /**
   * The problems of the attestation.
   *
   * @param folder of the attestation
   */
  static List<Problem> problems(Attestation attestation, Path folder, RunInfo run) {
    AttestationCheck check = new AttestationCheck(run);
    check.subject(attestation);
    for (int i = 0; i < attestation.devices().size(); i++) {
      check.moments(attestation.devices().get(i), DocumentPath.ROOT.child("devices").child(i));
    }
    for (int i = 0; i < attestation.evidence().size(); i++) {
      check.file(
          attestation.evidence().get(i), DocumentPath.ROOT.child("evidence").child(i), folder);
    }
    return check.problems;
  }

  private void subject(Attestation attestation) {
    ValidityProfile profile = run.plan().publication().profile();
    DocumentPath place = DocumentPath.ROOT.child("run");
    if (profile != ValidityProfile.OFFICIAL) {
      refuse(
          place,
          "rule 40 applies to official runs only, and this run has another profile. Leave"
              + " --attest-40 out.");
    }
    if (!attestation.run().equals(run.runId())) {
      refuse(
          place,
          "the attestation is for run "
              + attestation.run()
              + ", not for "
              + run.runId()
              + ". Name the folder of that run, or an attestation for this one.");
    }
    LocalDate begun =
        LocalDate.ofInstant(Instant.ofEpochMilli(run.startedUtcMillis()), ZoneOffset.UTC);
    DocumentPath date = DocumentPath.ROOT.child("date");
    try {
      LocalDate day = LocalDate.parse(attestation.date());
      attestedBefore = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
      // One day of grace: the attester may live west of UTC.
      if (day.isBefore(begun.minusDays(1))) {
        refuse(date, "date is before the run, which began on " + begun + ". Correct it.");
      }
    } catch (DateTimeException e) {
      refuse(date, "date is not a valid date. Correct it.");
    }
  }

  private void moments(Device device, DocumentPath place) {
    try {
      Instant failed = Instant.parse(device.failedAt());
      Instant back = Instant.parse(device.backAt());
      if (!back.isAfter(failed)) {
        refuse(
            place.child("backAt"),
            "the device was back at "
                + device.backAt()
                + ", but it failed at "
                + device.failedAt()
                + ". Correct one of them.");
      }
      if (!back.isBefore(attestedBefore)) {
        refuse(
            place.child("backAt"),
            "the device was back at "
                + device.backAt()
                + ", after the day of the attestation (in UTC). Correct one of them.");
      }
      if (device.duringRun().equals(run.runId())) {
        duringThisRun(failed, place.child("failedAt"));
      }
    } catch (DateTimeException e) {
      refuse(place.child("failedAt"), "failedAt or backAt is not a valid time. Correct it.");
    }
  }

  private void duringThisRun(Instant failed, DocumentPath place) {
    Instant begun = Instant.ofEpochMilli(run.startedUtcMillis());
    Instant ended = begun.plus(run.plan().timeline().total());
    if (failed.isBefore(begun) || failed.isAfter(ended)) {
      refuse(
          place,
          "the device failed at "
              + failed
              + ", but this run, which duringRun names, had load from "
              + begun
              + " to "
              + ended
              + ". Correct failedAt, or name the run during which it failed.");
    }
  }

  private void file(Evidence evidence, DocumentPath place, Path folder) {
    String objection = objection(evidence, folder);
    if (!objection.isEmpty()) {
      problems.add(
          Problem.ofValue(
              place.child("file"),
              "EVIDENCE_REFUSED",
              "evidence '" + evidence.file() + "': " + objection));
    }
  }

  /** Why the file is no evidence, and what to do; empty if it is. */
  private static String objection(Evidence evidence, Path folder) {
    try {
      Path base = folder.toRealPath();
      Path file = base.resolve(evidence.file()).normalize();
      if (!file.startsWith(base)) {
        return "it lies outside the folder of the attestation. Copy it there.";
      }
      // Refuses devices and pipes, which may never end, without opening them.
      try (InputStream in = TextFile.open(file)) {
        if (!file.toRealPath().equals(file)) {
          return "a symbolic link leads to it. Put the file itself there.";
        }
        if (Files.size(file) > MOST_BYTES) {
          return "it is larger than 1 GiB. Compress it, or name a part of it.";
        }
        String found = Sha256.of(in);
        return found.equals(evidence.sha256())
            ? ""
            : "it was changed: its SHA-256 is "
                + found
                + ", not "
                + evidence.sha256()
                + ". Bring back the file that was attested, or attest this one.";
      }
    } catch (TextFile.UnusableException e) {
      return e.getMessage() + ". Put it into the folder of the attestation, or correct the name.";
    } catch (IOException | InvalidPathException e) {
      return "it cannot be read (" + e.getMessage() + "). Correct that, or the name.";
    }
  }

  private void refuse(DocumentPath place, String text) {
    problems.add(Problem.ofValue(place, REFUSED, text));
  }
}
