package io.quartet.run.doctor;

import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.OdbcDataSources;
import io.quartet.provision.PinningCheck;
import io.quartet.provision.embedded.LocalNeeds;
import io.quartet.provision.embedded.SettingsCheck;
import io.quartet.provision.hosts.PreparedMachines;
import io.quartet.provision.install.NamedFilesCheck;
import io.quartet.run.internal.load.WorkersCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Things that a benchmark file names, and that must exist and be usable. Each is checked before a
 * verb starts or changes anything.
 */
public enum Prerequisite {
  /**
   * The folder of {@code provider.dataDirectory}, or its default, can take the databases. On
   * machines that Quartet prepares, it must not be the folder of the driver's own files.
   */
  DATA_FOLDER(
      "data folder",
      "the data folder can be used",
      plan -> plan.provider() instanceof Embedded || plan.provider().preparation().isPresent(),
      plan ->
          plan.provider() instanceof Embedded
              ? LocalNeeds.of(plan).dataFolderProblems()
              : PreparedMachines.folderProblems(plan)),
  /** PostgreSQL takes every setting of the benchmark file by itself. */
  SETTINGS(
      "settings",
      "PostgreSQL knows every setting and accepts each value alone. quartet up tries them"
          + " together",
      plan ->
          plan.provider() instanceof Embedded
              && plan.sizes().values().stream().anyMatch(size -> !size.settings().isEmpty()),
      SettingsCheck::problems),
  /** This machine has each processor and node that is named, and can bind processes to them. */
  PINNING(
      "pinning",
      "this machine can bind processes as cpuset and numaNode ask",
      PinningCheck::isOf,
      PinningCheck::problems),
  /** The folders of {@code provider.tablespaces} can take the databases of this name. */
  TABLESPACES(
      "tablespaces",
      "every folder of provider.tablespaces can be used",
      plan -> !plan.provider().tablespaces().isEmpty() && !plan.databaseRoles().isEmpty(),
      plan -> LocalNeeds.of(plan).storageProblems()),
  /** The folder of {@code database.indexes} holds an index profile. */
  INDEX_PROFILE(
      "index profile",
      "quartet-load can read the folder of database.indexes",
      plan -> Database.isPath(plan.database().indexes()) && !plan.databaseRoles().isEmpty(),
      IndexProfileCheck::problems),
  /** The files of {@code driver.tls} are certificates and the key of one of them. */
  CERTIFICATES(
      "certificates",
      "the files of driver.tls can be used",
      plan -> plan.driver().tls().isPresent(),
      NamedFilesCheck::certificates),
  /** The files of {@code provider.ssh} and {@code provider.postgres} can be read. */
  FILES(
      "files",
      "the files of provider.ssh and provider.postgres can be used",
      NamedFilesCheck::namesFilesOfMachines,
      NamedFilesCheck::ofMachines),
  /** The file of {@code engine.odbcIni} leads to the databases of the benchmark. */
  DATA_SOURCES(
      "ODBC data sources",
      "every data source in engine.odbcIni leads to its database",
      OdbcDataSources::areRead,
      OdbcDataSources::problems),
  /** Each of {@code driver.workers} answers and is of this version. */
  WORKERS(
      "workers",
      "every worker in driver.workers answers and has this version",
      plan -> !plan.driver().workers().isEmpty(),
      WorkersCheck::problems);

  private final String label;
  private final String claim;
  private final Predicate<RunPlan> isOf;
  private final Function<RunPlan, List<Problem>> look;

  Prerequisite(
      String label, String claim, Predicate<RunPlan> isOf, Function<RunPlan, List<Problem>> look) {
    this.label = label;
    this.claim = claim;
    this.isOf = isOf;
    this.look = look;
  }

  /**
   * Problems with the files that a plan names, as far as reading them shows any: no program is
   * started, and nothing is connected to.
   */
  public static List<Problem> ofFiles(RunPlan plan) {
    List<Problem> problems = new ArrayList<>();
    if (INDEX_PROFILE.isOf(plan)) {
      problems.addAll(IndexProfileCheck.missing(plan));
    }
    for (Prerequisite files : List.of(CERTIFICATES, FILES, DATA_SOURCES)) {
      if (files.isOf(plan)) {
        problems.addAll(files.problems(plan));
      }
    }
    return problems;
  }

  /** Name for people. */
  public String label() {
    return label;
  }

  /** The statement that holds if there is no problem. */
  String claim() {
    return claim;
  }

  /** True if a plan names anything of this kind. */
  boolean isOf(RunPlan plan) {
    return isOf.test(plan);
  }

  /**
   * Problems, one for each key or value of the benchmark file; empty if there are none.
   *
   * @throws QuartetException if it cannot be checked, for instance POSTGRES_NOT_FOUND
   */
  public List<Problem> problems(RunPlan plan) {
    return isOf(plan) ? look.apply(plan) : List.of();
  }
}
