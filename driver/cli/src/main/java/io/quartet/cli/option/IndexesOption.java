package io.quartet.cli.option;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.os.QuartetHome;
import io.quartet.run.doctor.Prerequisite;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** An index profile on the command line. */
public final class IndexesOption {

  private static final String NAME = "--indexes";

  @Option(
      names = NAME,
      paramLabel = "PROFILE",
      description =
          "Index profile to use in place of database.indexes: a name in schema/indexes/, or a"
              + " path with a slash. Databases loaded with another profile are changed without a new"
              + " load. Databases that a run has used are restored first.")
  private String profile;

  /** True if a profile was given. */
  public boolean isGiven() {
    return profile != null;
  }

  /**
   * The plan with the profile that was given; the same plan if none was.
   *
   * @throws QuartetException INDEX_PROFILE if it cannot be used
   */
  public RunPlan over(RunPlan plan) {
    return profile == null ? plan : over(plan, profile);
  }

  /**
   * The plan with another profile.
   *
   * @param name as on the command line
   * @throws QuartetException INDEX_PROFILE if it cannot be used; WORKLOAD_OTHER
   */
  public static RunPlan over(RunPlan plan, String name) {
    var unused = plan.brokerage();
    if (!Database.isPath(name)) {
      requireShipped(name);
      return plan.withDatabase(plan.database().withIndexes(name));
    }
    Path folder = Path.of(name).toAbsolutePath().normalize();
    RunPlan other = plan.withDatabase(plan.database().withIndexes(folder.toString()));
    Prerequisite.INDEX_PROFILE.problems(other).stream()
        .findFirst()
        .map(Problem::text)
        .ifPresent(IndexesOption::refuse);
    return other;
  }

  private static void requireShipped(String name) {
    Path shipped = QuartetHome.schema().resolve("indexes");
    if (name.isEmpty() || !Files.isDirectory(shipped.resolve(name))) {
      refuse(
          ("there is no index profile '%s' in %s. Name one from there, or a folder by a path with"
                  + " a slash.")
              .formatted(name, shipped));
    }
  }

  private static void refuse(String text) {
    throw QuartetException.badInput(QuartetHome.INDEX_PROFILE, "%s: %s".formatted(NAME, text));
  }
}
