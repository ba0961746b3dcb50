package io.quartet.provision.install;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Certificates for driver, Tier As, workers and databases of a plan: an authority, and a
 * certificate for each, in PEM, with keys as PKCS #8. The program {@code openssl} creates them.
 */
public final class Certificates {

  /** File with the certificate of the authority. */
  public static final String AUTHORITY = certificate("authority");

  /** File that names who has a certificate in a folder. */
  private static final String MEMBERS = "members";

  private static final int VALID_DAYS = 3 * 365;

  private static final String AUTHORITY_EXTENSIONS =
      """
      basicConstraints = critical, CA:TRUE, pathlen:0
      keyUsage = critical, keyCertSign, cRLSign
      subjectKeyIdentifier = hash
      """;

  private static final String MEMBER_EXTENSIONS =
      """
      basicConstraints = critical, CA:FALSE
      keyUsage = critical, digitalSignature
      extendedKeyUsage = serverAuth, clientAuth
      """;

  private final RunPlan plan;
  private final Path folder;

  private Certificates(RunPlan plan, Path folder) {
    this.plan = plan;
    this.folder = folder;
  }

  /** File with a certificate, for example that of Set {@code a1}. */
  public static String certificate(String name) {
    return name + ".pem";
  }

  /** File with a private key. */
  public static String key(String name) {
    return name + ".key";
  }

  /**
   * Makes them in a folder that only this account can enter. It must not exist: nothing is
   * overwritten, and nothing half done is left.
   *
   * @return the files
   * @throws QuartetException NO_MACHINES, FILE_EXISTS, FILE_NOT_WRITABLE, CERTIFICATES_NOT_MADE
   */
  public static List<Path> make(RunPlan plan, Path folder) {
    TierAPackage.requireMachines(plan);
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw QuartetException.badInput(
          "FILE_EXISTS",
          folder
              + " already exists and was left unchanged. Name another folder, or remove it first.");
    }
    try {
      Path parent = folder.toAbsolutePath().getParent();
      Files.createDirectories(parent);
      Path partial = Files.createTempDirectory(parent, ".quartet-certificates-");
      try {
        new Certificates(plan, partial).makeAll();
        Files.move(partial, folder, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        FileTrees.delete(partial);
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.sorted().toList();
      }
    } catch (IOException e) {
      throw QuartetException.badInput(
          "FILE_NOT_WRITABLE",
          folder + " cannot be created (" + e + "). Name a folder where you can write.",
          e);
    }
  }

  /**
   * Makes them unless the folder holds those of the same members already.
   *
   * @throws QuartetException CERTIFICATES_NOT_MADE, FILE_NOT_WRITABLE
   */
  public static void ensure(RunPlan plan, Path folder) throws IOException {
    if (!areThere(plan, folder)) {
      FileTrees.delete(folder);
      make(plan, folder);
      Files.writeString(folder.resolve(MEMBERS), members(plan).toString());
    }
  }

  /** True if {@link #ensure} has made them, for the same members. */
  public static boolean areThere(RunPlan plan, Path folder) throws IOException {
    Path list = folder.resolve(MEMBERS);
    return Files.exists(list) && Files.readString(list).equals(members(plan).toString());
  }

  private void makeAll() {
    issue("authority", AUTHORITY_EXTENSIONS, List.of());
    members(plan).forEach(this::member);
  }

  /** Who gets a certificate, by name, with the address where others reach it. */
  private static Map<String, String> members(RunPlan plan) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("driver", "");
    for (VmSet set : plan.setsWithTierA()) {
      members.put(set.name(), subject(plan.provider().address(set, VmRole.TIER_A)));
    }
    List<Address> workers = plan.driver().workers();
    for (int i = 0; i < workers.size(); i++) {
      members.put("worker-" + (i + 1), subject(workers.get(i)));
    }
    if (plan.provider().preparation().isPresent()) {
      DatabaseServer.all(plan)
          .forEach(
              server ->
                  members.put(server.vm(), subject(new Address(server.host(), server.port()))));
    }
    return members;
  }

  /** Whoever connects there compares the name it used with this. */
  private static String subject(Address address) {
    boolean isNumeric = address.host().matches("[0-9.]+|.*:.*");
    return "subjectAltName = " + (isNumeric ? "IP:" : "DNS:") + address.host() + "\n";
  }

  private void member(String name, String subject) {
    issue(name, MEMBER_EXTENSIONS + subject, List.of("-CA", AUTHORITY, "-CAkey", key("authority")));
  }

  private void issue(String name, String extensions, List<String> signer) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("openssl", "req", "-x509", "-sha256", "-nodes"));
    command.addAll(List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"));
    command.addAll(List.of("-days", Integer.toString(VALID_DAYS)));
    command.addAll(List.of("-config", "/dev/stdin", "-extensions", "extensions"));
    command.addAll(List.of("-keyout", key(name), "-out", certificate(name)));
    command.addAll(signer);
    String request =
        """
        [req]
        distinguished_name = name
        prompt = no
        [name]
        O = Quartet
        CN = %s %s
        [extensions]
        """
            .formatted(plan.name(), name);
    Commands.Result result = Commands.run(folder, request + extensions, command);
    if (!result.isSuccess()) {
      throw QuartetException.environment(
          "CERTIFICATES_NOT_MADE",
          ("openssl could not create the certificate of %s: %s. Install the package openssl,"
                  + " version 3 or newer, and try again.")
              .formatted(name, result.output()));
    }
  }
}
