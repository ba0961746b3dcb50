package io.quartet.tiera.server;

import io.quartet.tiera.engine.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** What this Tier A consists of, as a hash: the same on two machines if their files are. */
final class ProgramHash {

  private ProgramHash() {}

  /** SHA-256 of the program's jar and the engine's library; a folder of classes is left out. */
  static String ofThisProgram() {
    return of(List.of(jar(), Engine.libraryFile()));
  }

  static String of(List<Path> files) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Path file : files) {
        if (Files.isRegularFile(file)) {
          digest.update(Files.readAllBytes(file));
        }
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static Path jar() {
    CodeSource source = ProgramHash.class.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a place of classes is a file", e);
    }
  }
}
