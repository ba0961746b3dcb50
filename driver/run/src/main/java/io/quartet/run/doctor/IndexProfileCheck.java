package io.quartet.run.doctor;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.os.QuartetHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the folder of {@code database.indexes}; {@code quartet-load} checks its files. */
final class IndexProfileCheck {

  private static final DocumentPath PLACE = DocumentPath.ROOT.child("database").child("indexes");
  private static final String DESCRIPTION = "profile.yaml";

  private IndexProfileCheck() {}

  /**
   * The first problem of the profile; empty if it can be used.
   *
   * @throws QuartetException NOT_BUILT, LOAD_FAILED
   */
  static List<Problem> problems(RunPlan plan) {
    List<Problem> missing = missing(plan);
    return missing.isEmpty() ? problem(refusal(plan)) : missing;
  }

  /** What the folder lacks; {@code quartet-load} is not started. */
  static List<Problem> missing(RunPlan plan) {
    return problem(missing(Path.of(plan.database().indexes())));
  }

  private static List<Problem> problem(Optional<String> why) {
    return why.map(text -> Problem.ofValue(PLACE, QuartetHome.INDEX_PROFILE, text)).stream()
        .toList();
  }

  private static Optional<String> missing(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.of(
          "the index profile %s is not a folder. Name the folder of a profile, or one of schema/indexes/."
              .formatted(folder));
    }
    return Files.isRegularFile(folder.resolve(DESCRIPTION))
        ? Optional.empty()
        : Optional.of(
            "the index profile %s has no %s. Add the file, with the keys base, purpose and trades."
                .formatted(folder, DESCRIPTION));
  }

  private static Optional<String> refusal(RunPlan plan) {
    try {
      plan.databaseRoles()
          .forEach(role -> QuartetHome.schemaSha256(plan.database().indexes(), role));
      return Optional.empty();
    } catch (QuartetException e) {
      if (e.code().equals(QuartetHome.INDEX_PROFILE)) {
        return Optional.of(e.getMessage());
      }
      throw e;
    }
  }
}
