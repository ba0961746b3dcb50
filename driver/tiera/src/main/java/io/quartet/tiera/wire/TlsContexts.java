package io.quartet.tiera.wire;

import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.plan.Tls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Both sides of a TLS connection on which each side shows a certificate. */
final class TlsContexts {

  private TlsContexts() {}

  /** For calls of gRPC. */
  static SslContext ofCaller(Tls tls) {
    return context(
        tls, () -> client(tls, GrpcSslContexts.configure(SslContextBuilder.forClient())));
  }

  /** For a connection on which another protocol is spoken. */
  static SslContext ofClient(Tls tls) {
    return context(tls, () -> client(tls, SslContextBuilder.forClient()));
  }

  private static SslContext client(Tls tls, SslContextBuilder builder) throws IOException {
    return builder
        .trustManager(open(tls.authority()))
        .keyManager(open(tls.certificate()), open(tls.key()))
        .build();
  }

  static SslContext ofServer(Tls tls) {
    return context(
        tls,
        () ->
            GrpcSslContexts.forServer(open(tls.certificate()), open(tls.key()))
                .trustManager(open(tls.authority()))
                .clientAuth(ClientAuth.REQUIRE)
                .build());
  }

  private interface Maker {
    SslContext make() throws IOException;
  }

  private static InputStream open(String file) throws IOException {
    try {
      return new ByteArrayInputStream(
          TextFile.read(Path.of(file)).getBytes(StandardCharsets.UTF_8));
    } catch (TextFile.UnusableException e) {
      throw new IOException(e.place() + ": " + e.getMessage(), e);
    }
  }

  private static SslContext context(Tls tls, Maker maker) {
    TlsFiles.requireUsable(tls);
    try {
      return maker.make();
    } catch (IOException | IllegalArgumentException e) {
      throw QuartetException.badInput(
          "TLS_FILES",
          ("the certificates %s and %s with the key %s cannot be used: %s. Give files in PEM, the "
                  + "key as PKCS #8, readable by this account.")
              .formatted(tls.authority(), tls.certificate(), tls.key(), e.getMessage()),
          e);
    }
  }
}
