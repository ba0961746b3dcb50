package io.quartet.cli.option;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.Tls;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Certificates of a service that listens off the loopback interface. */
public final class TlsOptions {

  @Option(
      names = "--tls-authority",
      paramLabel = "FILE",
      description =
          "Certificate (PEM) of the authority that signed the certificates of this service and"
              + " of the driver. Required if the address of --listen is not a loopback address.")
  private Path authority;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Certificate of this service (PEM).")
  private Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Private key of this service (PEM, PKCS #8).")
  private Path key;

  /** The three files; empty if none is given. */
  public Optional<Tls> get() {
    if (authority == null && certificate == null && key == null) {
      return Optional.empty();
    }
    if (authority == null || certificate == null || key == null) {
      throw QuartetException.badInput(
          "WRONG_VALUE",
          "--tls-authority, --tls-certificate and --tls-key: only some are given. Give all three,"
              + " or none.");
    }
    return Optional.of(new Tls(absolute(authority), absolute(certificate), absolute(key)));
  }

  private static String absolute(Path file) {
    return file.toAbsolutePath().toString();
  }
}
