package io.quartet.audit.internal.official;

import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.Text;
import io.quartet.results.evidence.Attestation;
import io.quartet.results.evidence.Attestation.Device;
import io.quartet.results.evidence.Attestation.Throughput;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Rules that no program of the kit can judge. */
public final class UnjudgedRules {

  public static final Rule DEVICE_FAILURE =
      Scope.BEYOND_ONE_RUN
          .fatal("rule-40", "Data accessibility under device failure")
          .number(40)
          .reads("the file of --attest-40")
          .how(
              "never judged by the kit, which cannot make a device fail. `pass` means that a person"
                  + " attests it, and that the files of evidence are there and unchanged. By hand: make a"
                  + " device of data and one of wal fail under load, publish the throughput graph of that"
                  + " run, and check that the attestation is true")
          .judge(UnjudgedRules::attested);

  public static final List<Rule> ALL =
      List.of(DEVICE_FAILURE, ofClusters(41, "A node fails"), ofClusters(42, "Rebalancing"));

  /** The kinds of storage whose failure rule 40 asks for. */
  private static final List<String> KINDS = List.of("data", "wal");

  private UnjudgedRules() {}

  private static Judgment attested(AuditedRun run) {
    Optional<Attestation> attestation = run.supplements().attestation();
    if (attestation.isEmpty()) {
      return Judgment.notJudged(
          "needs a storage device that fails. Make one of data and one of wal fail under load by"
              + " hand, publish the throughput graph of that run, then run quartet audit DIR"
              + " --attest-40 FILE");
    }
    List<String> missing =
        KINDS.stream().filter(kind -> !attestation.get().hasFailed(kind)).toList();
    return missing.isEmpty()
        ? Judgment.of(
            true,
            "attested by " + attestation.get().attestedBy() + " on " + attestation.get().date(),
            "a failed device of data and one of wal",
            detail(attestation.get()))
        : Judgment.notJudged(
            "no device that the attestation names holds " + String.join(" or ", missing));
  }

  private static String detail(Attestation attestation) {
    return "attested, not judged by the kit, in a file with SHA-256 "
        + attestation.sha256()
        + ". Failed: "
        + joined(attestation.devices(), UnjudgedRules::words)
        + ". Evidence: "
        + joined(attestation.evidence(), file -> file.file() + " (" + file.what() + ")");
  }

  private static String words(Device device) {
    return device.device()
        + " ("
        + device.redundancy()
        + "; "
        + String.join(", ", device.holds())
        + ") at "
        + device.failedAt()
        + ", back at "
        + device.backAt()
        + ", during run "
        + device.duringRun()
        + (device.throughput() == null ? "" : words(device.event(), device.throughput()));
  }

  private static String words(String event, Throughput etps) {
    return Text.format(
        ", by event '%s': %s etps before, %s during, %s after, %s",
        event,
        figure(etps.before()),
        figure(etps.during()),
        figure(etps.after()),
        etps.recoverySeconds() == null
            ? "not back at 95 %"
            : "back at 95 % after " + Text.seconds(etps.recoverySeconds(), 1));
  }

  private static String figure(Double etps) {
    return etps == null ? "unknown" : Text.figure(etps, 1);
  }

  private static <T> String joined(List<T> all, Function<T, String> words) {
    return all.stream().map(words).collect(Collectors.joining("; "));
  }

  private static Rule ofClusters(int number, String title) {
    return Scope.NO_RUN
        .information("rule-" + number, title)
        .number(number)
        .how("not checked: this rule is about clusters, which Quartet does not run");
  }
}
