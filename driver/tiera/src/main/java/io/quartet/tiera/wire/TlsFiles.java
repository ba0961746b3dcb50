package io.quartet.tiera.wire;

import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.Tls;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges the files of a TLS connection before one is opened. */
public final class TlsFiles {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final Pattern OTHER_KEY = Pattern.compile("-----BEGIN ([A-Z ]+ PRIVATE KEY)-----");

  /** Algorithms of keys, each with the algorithm of the signatures that such a key can make. */
  private static final Map<String, String> ALGORITHMS =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

  private final Tls tls;
  private final Instant now;
  private final Map<Part, String> problems = new EnumMap<>(Part.class);

  public enum Part {
    AUTHORITY,
    CERTIFICATE,
    KEY;

    /** Its key in the benchmark file, below {@code driver.tls}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private TlsFiles(Tls tls, Instant now) {
    this.tls = tls;
    this.now = now;
  }

  /**
   * Problems of each file with their fixes; empty if there are none.
   *
   * @param now the time at which certificates have to be valid
   */
  public static Map<Part, String> problems(Tls tls, Instant now) {
    return new TlsFiles(tls, now).problems();
  }

  /**
   * Refuses files that no connection can use.
   *
   * @throws QuartetException TLS_FILES
   */
  static void requireUsable(Tls tls) {
    Map<Part, String> problems = problems(tls, Instant.now());
    if (!problems.isEmpty()) {
      throw QuartetException.badInput("TLS_FILES", String.join("\n", problems.values()));
    }
  }

  private Map<Part, String> problems() {
    certificate(Part.AUTHORITY, tls.authority());
    Optional<X509Certificate> certificate = certificate(Part.CERTIFICATE, tls.certificate());
    key(certificate.map(X509Certificate::getPublicKey));
    return problems;
  }

  private Optional<String> text(Part part, String file) {
    try {
      return Optional.of(TextFile.read(Path.of(file)));
    } catch (TextFile.UnusableException e) {
      refuse(
          part,
          e.place(),
          "cannot be read: " + e.getMessage(),
          "Name a file in PEM, which is text");
      return Optional.empty();
    }
  }

  private void refuse(Part part, String place, String what, String advice) {
    problems.put(part, place + " " + what + ". " + advice + ".");
  }

  /** The first certificate of a file, which is that of the file's owner. */
  private Optional<X509Certificate> certificate(Part part, String file) {
    Optional<String> text = text(part, file);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<X509Certificate> certificates = certificates(text.get());
    if (certificates.isEmpty()) {
      refuse(
          part,
          file,
          "holds no certificate in PEM",
          "Name a file that begins with -----BEGIN CERTIFICATE-----, as quartet certificates"
              + " writes them");
      return Optional.empty();
    }
    X509Certificate first = certificates.get(0);
    if (now.isAfter(first.getNotAfter().toInstant())) {
      refuse(
          part,
          file,
          "expired at " + first.getNotAfter().toInstant(),
          "Create new certificates, for example with quartet certificates");
    } else if (now.isBefore(first.getNotBefore().toInstant())) {
      refuse(
          part,
          file,
          "is not valid before " + first.getNotBefore().toInstant(),
          "Set the clock of this machine, or create new certificates");
    }
    return Optional.of(first);
  }

  /** Those in a text; none if one of them is damaged. */
  private static List<X509Certificate> certificates(String text) {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
          .forEach(certificate -> certificates.add((X509Certificate) certificate));
      return certificates;
    } catch (CertificateException e) {
      return List.of();
    }
  }

  private void key(Optional<PublicKey> ofCertificate) {
    Optional<String> text = text(Part.KEY, tls.key());
    if (text.isEmpty()) {
      return;
    }
    Optional<byte[]> encoded = encodedKey(text.get());
    if (encoded.isEmpty() || ALGORITHMS.keySet().stream().noneMatch(a -> isKey(a, encoded.get()))) {
      Matcher other = OTHER_KEY.matcher(text.get());
      refuse(
          Part.KEY,
          tls.key(),
          other.find()
              ? "holds a key of the form " + other.group(1)
              : "holds no private key in PEM",
          "Convert it to PKCS #8 without a password: openssl pkcs8 -topk8 -nocrypt");
    } else if (ofCertificate.isPresent() && !isPair(encoded.get(), ofCertificate.get())) {
      refuse(
          Part.KEY,
          tls.key(),
          "is not the key of the certificate " + tls.certificate(),
          "Name a certificate and a key that belong together");
    }
  }

  private static Optional<byte[]> encodedKey(String text) {
    Matcher key = KEY.matcher(text);
    try {
      return key.find()
          ? Optional.of(Base64.getMimeDecoder().decode(key.group(1)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static boolean isKey(String algorithm, byte[] encoded) {
    try {
      privateKey(algorithm, encoded);
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static PrivateKey privateKey(String algorithm, byte[] encoded)
      throws GeneralSecurityException {
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
  }

  /** True if the keys belong together: one signs, the other verifies. */
  private static boolean isPair(byte[] encoded, PublicKey publicKey) {
    String algorithm = publicKey.getAlgorithm();
    try {
      byte[] message = "quartet".getBytes(StandardCharsets.US_ASCII);
      Signature signing = Signature.getInstance(ALGORITHMS.getOrDefault(algorithm, algorithm));
      signing.initSign(privateKey(algorithm, encoded));
      signing.update(message);
      byte[] signature = signing.sign();
      signing.initVerify(publicKey);
      signing.update(message);
      return signing.verify(signature);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
