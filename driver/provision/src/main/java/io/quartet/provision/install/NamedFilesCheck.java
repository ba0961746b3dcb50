package io.quartet.provision.install;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.tiera.wire.TlsFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks the files that a benchmark file names for its machines, before anything opens them. */
public final class NamedFilesCheck {

  private static final String UNUSABLE = "FILE_UNUSABLE";
  private static final DocumentPath TLS = DocumentPath.ROOT.child("driver").child("tls");
  private static final DocumentPath PROVIDER = DocumentPath.ROOT.child("provider");
  private static final DocumentPath SSH = PROVIDER.child("ssh").child("configuration");
  private static final DocumentPath KEY = PROVIDER.child("postgres").child("key");
  private static final String PUBLIC_KEY = "-----BEGIN PGP PUBLIC KEY BLOCK-----";

  private NamedFilesCheck() {}

  /** A problem for each certificate or key that cannot be used; none without {@code driver.tls}. */
  public static List<Problem> certificates(RunPlan plan) {
    return plan.driver().tls().stream()
        .flatMap(tls -> TlsFiles.problems(tls, Instant.now()).entrySet().stream())
        .map(
            problem ->
                Problem.ofValue(
                    TLS.child(problem.getKey().label()), "TLS_FILES", problem.getValue()))
        .toList();
  }

  /** True if the plan names a file of {@link #ofMachines}. */
  public static boolean namesFilesOfMachines(RunPlan plan) {
    return configuration(plan).isPresent() || repositoryKeyFile(plan).isPresent();
  }

  /** A problem for each file of {@code provider.ssh} and {@code provider.postgres} of no use. */
  public static List<Problem> ofMachines(RunPlan plan) {
    List<Problem> problems = new ArrayList<>();
    try {
      if (configuration(plan).isPresent()) {
        TextFile.readBytes(Path.of(configuration(plan).get()), TextFile.MOST_BYTES);
      }
    } catch (TextFile.UnusableException e) {
      problems.add(unreadable(SSH, e, "Name an OpenSSH client configuration."));
    }
    try {
      repositoryKey(plan);
    } catch (QuartetException e) {
      problems.add(Problem.ofValue(KEY, e.code(), e.getMessage()));
    }
    return problems;
  }

  private static Problem unreadable(DocumentPath path, TextFile.UnusableException e, String fix) {
    return Problem.ofValue(
        path, UNUSABLE, e.place() + " cannot be read: " + e.getMessage() + ". " + fix);
  }

  /**
   * The key that signs the repository of PostgreSQL. Every account of the machines may read it, so
   * it must be a public key.
   *
   * @return content of the file; empty if the plan names none
   * @throws QuartetException FILE_UNUSABLE
   */
  public static Optional<byte[]> repositoryKey(RunPlan plan) {
    Optional<Path> file = repositoryKeyFile(plan).map(Path::of);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    String fix = "Name a file that begins with " + PUBLIC_KEY + ".";
    try {
      byte[] key = TextFile.readBytes(file.get(), TextFile.MOST_BYTES);
      if (!new String(key, StandardCharsets.ISO_8859_1).stripLeading().startsWith(PUBLIC_KEY)) {
        throw QuartetException.badInput(
            UNUSABLE, file.get() + " is not a public key of OpenPGP as text. " + fix);
      }
      return Optional.of(key);
    } catch (TextFile.UnusableException e) {
      throw QuartetException.badInput(UNUSABLE, unreadable(KEY, e, fix).text(), e);
    }
  }

  private static Optional<String> configuration(RunPlan plan) {
    return plan.provider().ssh().flatMap(Ssh::configuration);
  }

  private static Optional<String> repositoryKeyFile(RunPlan plan) {
    return plan.provider()
        .preparation()
        .map(Preparation::postgres)
        .flatMap(Preparation.Postgres::key);
  }
}
