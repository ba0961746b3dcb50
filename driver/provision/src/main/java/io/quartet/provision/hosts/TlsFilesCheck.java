package io.quartet.provision.hosts;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.plan.RunPlan;
import io.quartet.tiera.wire.TlsFiles;
import java.time.Instant;
import java.util.List;

/** Looks whether the files of {@code driver.tls} can be used. */
public final class TlsFilesCheck {

  private static final DocumentPath TLS = DocumentPath.ROOT.child("driver").child("tls");

  private TlsFilesCheck() {}

  /** A problem for each file that cannot be used; none without {@code driver.tls}. */
  public static List<Problem> problems(RunPlan plan) {
    return plan.driver().tls().stream()
        .flatMap(tls -> TlsFiles.problems(tls, Instant.now()).entrySet().stream())
        .map(
            problem ->
                Problem.ofValue(
                    TLS.child(problem.getKey().label()),
                    Kind.BAD_INPUT,
                    "TLS_FILES",
                    problem.getValue()))
        .toList();
  }
}
