package io.quartet.tiera.wire;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.quartet.model.QuartetException;
import io.quartet.model.Tls;
import java.io.File;
import javax.net.ssl.SSLException;

/** Both sides of a TLS connection on which each side shows a certificate. */
final class TlsContexts {

  private TlsContexts() {}

  static SslContext ofClient(Tls tls) {
    return context(
        tls,
        () ->
            GrpcSslContexts.forClient()
                .trustManager(new File(tls.authority()))
                .keyManager(new File(tls.certificate()), new File(tls.key()))
                .build());
  }

  static SslContext ofServer(Tls tls) {
    return context(
        tls,
        () ->
            GrpcSslContexts.forServer(new File(tls.certificate()), new File(tls.key()))
                .trustManager(new File(tls.authority()))
                .clientAuth(ClientAuth.REQUIRE)
                .build());
  }

  private interface Maker {
    SslContext make() throws SSLException;
  }

  private static SslContext context(Tls tls, Maker maker) {
    try {
      return maker.make();
    } catch (SSLException | IllegalArgumentException e) {
      throw new QuartetException(
          QuartetException.Kind.BAD_INPUT,
          "TLS_FILES",
          "the certificates "
              + tls.authority()
              + " and "
              + tls.certificate()
              + " with the key "
              + tls.key()
              + " cannot be used: "
              + e.getMessage()
              + ". Give files in PEM, the key as PKCS #8, readable by this account.",
          e);
    }
  }
}
