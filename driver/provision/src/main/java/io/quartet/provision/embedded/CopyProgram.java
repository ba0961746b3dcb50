package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.EventAction.Copy.Method;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DiskNeeds;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.ProgramVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs that copy the files of a server while it works. */
public final class CopyProgram {

  /** Clones a file or fails. */
  static final List<String> CLONE = List.of("cp", "-a", "--reflink=always");

  private static final String BASE_BACKUP = "pg_basebackup";
  private static final Pattern VERSION =
      Pattern.compile("(?m)^pg_basebackup \\(PostgreSQL\\) (([0-9]+).*)$");

  private CopyProgram() {}

  /**
   * Makes sure that the databases of a plan can be copied by a method, as far as can be seen before
   * they are up.
   *
   * @throws QuartetException COPY_NOT_POSSIBLE
   */
  public static void require(RunPlan plan, Method method) {
    if (method == Method.BASE_BACKUP) {
      baseBackup(PostgresInstallation.find(plan));
    } else {
      requireClones(DiskNeeds.existing(DataFolder.of(plan).folder()));
    }
  }

  /**
   * The program for a base backup: the one beside the programs of the server, else the first on the
   * path.
   *
   * @throws QuartetException COPY_NOT_POSSIBLE
   */
  static Path baseBackup(PostgresInstallation postgres) {
    return baseBackup(postgres, System.getenv().getOrDefault("PATH", ""));
  }

  static Path baseBackup(PostgresInstallation postgres, String path) {
    Path beside = postgres.bin().resolve(BASE_BACKUP);
    if (Files.isExecutable(beside)) {
      return beside;
    }
    Path found =
        ProgramVersion.onPath(BASE_BACKUP, path)
            .orElseThrow(
                () ->
                    notPossible(
                        BASE_BACKUP
                            + " is neither in "
                            + postgres.bin()
                            + " nor on the PATH. Install it (package postgresql-client), or name an"
                            + " installation that has it in provider.postgres",
                        null));
    String answer = ProgramVersion.ask(found);
    Matcher version = VERSION.matcher(answer);
    if (!version.find() || Integer.parseInt(version.group(2)) < postgres.major()) {
      throw notPossible(
          "%s says it is '%s', but servers of version %d need that version or a newer one. Install it (package postgresql-client), or name an installation that has it in provider.postgres"
              .formatted(found, answer, postgres.major()),
          null);
    }
    return found;
  }

  /** Tries it with a small file. */
  private static void requireClones(Path folder) {
    try {
      Path file = Files.createTempFile(folder, "quartet", ".clone");
      Path clone = Path.of(file + "d");
      try {
        Files.write(file, new byte[1 << 16]);
        Commands.Result result =
            Commands.run(
                folder,
                List.of(
                    CLONE.get(0), CLONE.get(1), CLONE.get(2), file.toString(), clone.toString()));
        if (!result.isSuccess()) {
          throw notPossible(
              "the file system of %s clones no files: %s. Put provider.dataDirectory on one that does, such as XFS or Btrfs, or use copy in place of clone"
                  .formatted(folder, result.output()),
              null);
        }
      } finally {
        Files.deleteIfExists(file);
        Files.deleteIfExists(clone);
      }
    } catch (IOException e) {
      throw notPossible(folder + " cannot be written (" + e + "). Check its permissions", e);
    }
  }

  private static QuartetException notPossible(String why, IOException cause) {
    return QuartetException.environment(
        "COPY_NOT_POSSIBLE", "databases cannot be copied here: " + why + ".", cause);
  }
}
