package io.quartet.results.folder;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Text;
import io.quartet.model.TextFile;
import io.quartet.model.TextFile.UnusableException;
import io.quartet.model.TextLines;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder of one run. Raw files are only appended to or replaced whole, so a run that dies
 * leaves readable files. Every reader opens its files through this class. It refuses pipes, devices
 * and folders, files that are too large, and bytes that are not UTF-8. Immutable; format in
 * docs/contracts.md.
 *
 * @param path the folder, {@code results/<run-id>}
 */
public record ResultsFolder(Path path) {

  private static final DateTimeFormatter RUN_ID_TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final int RUN_ID_TIME_LENGTH = "yyyyMMdd-HHmmss".length();

  /** No file that is read as a whole is larger: 16 MiB. */
  static final int MOST_BYTES = 16 << 20;

  private static final int MOST_SHOWN = 300;

  /** Files that macOS, Windows, KDE and storage of Synology leave in folders that they show. */
  private static final Pattern OF_DESKTOP =
      Pattern.compile(
          "(.*/)?(\\.DS_Store|\\._[^/]*|\\.localized|\\.apdisk|Icon\r"
              + "|Thumbs\\.db|ehthumbs(_vista)?\\.db|desktop\\.ini|\\.directory|@eaDir(/.*)?)");

  /** Takes a line of a file, and its number from 1. */
  public interface LineConsumer {
    void accept(int number, String line);
  }

  /** Run id, {@code yyyyMMdd-HHmmss-<name>} in UTC. */
  public static String runId(Instant now, String name) {
    return RUN_ID_TIME.format(now) + "-" + name;
  }

  /**
   * When a run began, as its id says.
   *
   * @return milliseconds since 1970 in UTC, whole seconds
   * @throws DateTimeParseException if it is not the id of a run
   */
  public static long begunUtcMillis(String runId) {
    int end = Math.min(RUN_ID_TIME_LENGTH, runId.length());
    return Instant.from(RUN_ID_TIME.parse(runId.substring(0, end))).toEpochMilli();
  }

  /**
   * Makes the folder of a new run.
   *
   * @throws QuartetException RESULTS_FOLDER if it exists or cannot be made
   */
  public static ResultsFolder create(Path results, String runId) {
    Path path = results.resolve(runId);
    try {
      Files.createDirectories(results);
      Files.createDirectory(path);
      Files.createDirectory(path.resolve("latency"));
      Files.createDirectory(path.resolve(SchemaFile.FOLDER));
      Files.createDirectory(path.resolve("settings"));
      Files.createDirectory(path.resolve("stats"));
      return new ResultsFolder(path);
    } catch (IOException e) {
      throw new QuartetException(
          Kind.ENVIRONMENT,
          "RESULTS_FOLDER",
          path + ": the results folder cannot be created (" + e + "). Is its parent writable?",
          e);
    }
  }

  /**
   * The folder of a run that was made before, whole or broken.
   *
   * @throws QuartetException NOT_RESULTS if it has no {@code run.json}
   */
  public static ResultsFolder open(Path path) {
    if (!Files.isRegularFile(path.resolve("run.json"))) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "NOT_RESULTS",
          Text.visible(path.toString())
              + (Files.notExists(path) ? " does not exist" : " holds no run.json")
              + ". Name the folder of one run, for instance results/<run-id>. quartet history lists"
              + " the runs.");
    }
    return new ResultsFolder(path);
  }

  /** Id of the run: the name of the folder. */
  public String runId() {
    return path.toAbsolutePath().normalize().getFileName().toString();
  }

  /** A file of the folder, by its name in docs/contracts.md. */
  public Path file(String name) {
    return path.resolve(name);
  }

  /** True if something of that name is there; whether it can be read shows when it is. */
  public boolean has(String name) {
    return Files.exists(file(name), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * True if a desktop left a file of this name. No reader of a run may take it for one of the run.
   */
  static boolean isOfDesktop(String name) {
    return OF_DESKTOP.matcher(name).matches();
  }

  /**
   * The files of one of its folders, by name; empty if the folder does not exist. Those of desktops
   * are left out.
   *
   * @throws QuartetException RESULTS_UNREADABLE if it cannot be listed
   */
  public List<String> names(String name) {
    Path inside = file(name);
    if (!Files.isDirectory(inside)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(inside)) {
      return paths
          .map(path -> path.getFileName().toString())
          .filter(file -> !isOfDesktop(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw unreadable(inside, "cannot be listed (" + e + ")", e);
    }
  }

  /**
   * The text of a small file.
   *
   * @throws QuartetException RESULTS_UNREADABLE, also if it is larger than {@link #MOST_BYTES}
   */
  public String text(String name) {
    try {
      return TextFile.read(file(name), MOST_BYTES);
    } catch (UnusableException e) {
      throw unreadable(e);
    }
  }

  /**
   * The content of a small file in JSON.
   *
   * @throws QuartetException RESULTS_UNREADABLE, also if it is larger than {@link #MOST_BYTES}
   */
  public JsonNode json(String name) {
    try {
      return JsonText.parse(text(name));
    } catch (JsonProcessingException e) {
      String reason =
          e.getLocation() == null
              ? "is nested too deeply, or has a number or name that is too long"
              : "is not one complete JSON document, or has a key twice: see line "
                  + e.getLocation().getLineNr();
      throw unreadable(file(name), reason, e);
    }
  }

  /**
   * Hands over the lines of a file of any size. A last line without its end, left by a run that was
   * killed, is left out.
   *
   * @throws QuartetException RESULTS_UNREADABLE, also if a line is longer than {@link
   *     TextLines#LONGEST_BYTES}
   */
  public void forEachLine(String name, LineConsumer action) {
    forEachLine(name, action, (number, rest) -> {});
  }

  /**
   * Hands over the lines of a file of any size, with a last line that has no end.
   *
   * @param action takes every whole line
   * @param rest takes a last line without its end
   */
  public void forEachLine(String name, LineConsumer action, LineConsumer rest) {
    try (TextLines lines = TextLines.open(file(name))) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        (lines.isWhole() ? action : rest).accept(lines.number(), line);
      }
    } catch (UnusableException e) {
      throw unreadable(e);
    }
  }

  /**
   * The first line of a file of any size; empty if there is none.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  Optional<String> firstLine(String name) {
    try (TextLines lines = TextLines.open(file(name))) {
      return Optional.ofNullable(lines.next());
    } catch (UnusableException e) {
      throw unreadable(e);
    }
  }

  /**
   * Opens a file of any size and content as bytes. The caller closes it.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  InputStream bytes(String name) {
    try {
      return TextFile.open(file(name));
    } catch (UnusableException e) {
      throw unreadable(e);
    }
  }

  /** Replaces a file as a whole: a reader sees the old content or the new, never a part. */
  public void replace(String name, String content) {
    replace(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for a file that is no text. */
  public void replace(String name, byte[] content) {
    Path target = file(name);
    Path written = target.resolveSibling(target.getFileName() + ".tmp");
    try {
      // Nothing that lies there is written into: a pipe would never take it.
      Files.deleteIfExists(written);
      // Not a channel, for the reason that AppendedFile gives.
      try (OutputStream out = new FileOutputStream(written.toFile())) {
        out.write(content);
      }
      Files.move(
          written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unwritable(target, e);
    }
  }

  public static QuartetException unwritable(Path file, IOException cause) {
    return new QuartetException(
        Kind.ENVIRONMENT,
        "RESULTS_WRITE",
        file + " cannot be written (" + cause + "). Is the disk full, or was the folder removed?",
        cause);
  }

  /**
   * A message about files of this folder for one of them to hold: it names them the same wherever
   * the folder lies.
   */
  public String withoutPlace(String message) {
    String some = file("x").toString();
    return message.replace(some.substring(0, some.length() - 1), "");
  }

  /** The error of a file of a results folder that cannot be read. */
  public static QuartetException unreadable(Path file, String what, Throwable cause) {
    return unreadable(file.toString(), what, cause);
  }

  /** The error of a file that cannot be used, which the cause names. */
  static QuartetException unreadable(UnusableException cause) {
    return unreadable(cause.place(), cause.getMessage(), cause);
  }

  private static QuartetException unreadable(String place, String what, Throwable cause) {
    return new QuartetException(
        Kind.BAD_INPUT,
        "RESULTS_UNREADABLE",
        Text.visible(place + ": " + Text.shortened(what, MOST_SHOWN))
            + ". Restore the file, or name the unchanged folder of a Quartet run.",
        cause);
  }
}
