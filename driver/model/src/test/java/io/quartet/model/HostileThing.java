package io.quartet.model;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Anything that may stand in place of a file. None may hang a reader or fill its memory. */
public enum HostileThing {
  PIPE("it is a device or a pipe"),
  DEVICE("it is a device or a pipe"),
  FOLDER("it is a folder"),
  /** A symbolic link to itself. */
  LOOP("levels of symbolic links"),
  /** A sparse file of 4 GiB, all of it zeros. */
  SPARSE("larger than|longer than"),
  /** Larger than every whole file may be. */
  LONG_LINE("larger than|longer than"),
  NO_TEXT(":1:3: byte 0xef is not text in UTF-8");

  private static final long SPARSE_BYTES = 4L << 30;
  private static final int LONG_BYTES = 17 << 20;

  private final String reason;

  HostileThing(String reason) {
    this.reason = reason;
  }

  /** Regular expression for a part of the reason for which it is refused. */
  public String reason() {
    return reason;
  }

  /** Puts it in the place of a file, which may exist. */
  public void replace(Path file) throws IOException, InterruptedException {
    Files.deleteIfExists(file);
    switch (this) {
      case PIPE -> new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
      case DEVICE -> Files.createSymbolicLink(file, Path.of("/dev/zero"));
      case FOLDER -> Files.createDirectory(file);
      case LOOP -> Files.createSymbolicLink(file, file.getFileName());
      case SPARSE -> {
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
          sparse.setLength(SPARSE_BYTES);
        }
      }
      case LONG_LINE ->
          Files.write(file, "x".repeat(LONG_BYTES).getBytes(StandardCharsets.US_ASCII));
      case NO_TEXT -> Files.write(file, "na\u00efve\n".getBytes(StandardCharsets.ISO_8859_1));
    }
  }
}
