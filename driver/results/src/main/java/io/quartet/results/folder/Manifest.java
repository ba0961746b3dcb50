package io.quartet.results.folder;

import io.quartet.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code manifest.sha256}: what {@code sha256sum -c} checks; all raw files of a run. */
public final class Manifest {

  /** Name in the results folder. */
  public static final String NAME = "manifest.sha256";

  /** Message for a run that ended without a manifest. Only a run that ends writes its checksums. */
  public static final String MISSING =
      NAME + " is missing although the run finished, so its files may have changed";

  /** Files that may be rewritten from the raw ones at any time. */
  private static final Set<String> DERIVED =
      Set.of(
          "report.html", "report.pdf", "report.json", "audit.json", "advise.html", "advise.json");

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  ([^\\p{Cntrl}]+)");

  private Manifest() {}

  /** SHA-256 of the manifest itself, in hexadecimal; empty text if there is none. */
  public static String ownSha256(ResultsFolder folder) {
    return folder.has(NAME) ? sha256(folder, NAME) : "";
  }

  /** Hashes every raw file and replaces the manifest. */
  public static void write(ResultsFolder folder) {
    write(folder, Map.of());
  }

  /**
   * As above.
   *
   * @param coming content, by name, of files that are going to be replaced after this
   */
  public static void write(ResultsFolder folder, Map<String, String> coming) {
    StringBuilder text = new StringBuilder();
    for (String name : rawFiles(folder)) {
      String next = coming.get(name);
      text.append(next == null ? sha256(folder, name) : Sha256.of(next))
          .append("  ")
          .append(name)
          .append('\n');
    }
    folder.replace(NAME, text.toString());
  }

  /**
   * Differences from the manifest, a line per file; empty if there are none. A raw file that is not
   * listed was added after the run.
   */
  public static List<String> differences(ResultsFolder folder) {
    return differences(folder, "");
  }

  /**
   * As above.
   *
   * @param changeable name of a file whose content may be any; empty for none
   */
  public static List<String> differences(ResultsFolder folder, String changeable) {
    List<String> differences = new ArrayList<>();
    Set<String> listed = new HashSet<>();
    for (String line : folder.text(NAME).lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        differences.add(NAME + " has a damaged line");
        continue;
      }
      String name = parts.group(2);
      listed.add(name);
      if (!folder.has(name)) {
        differences.add(name + " is missing");
      } else if (!name.equals(changeable) && !isSame(folder, name, parts.group(1))) {
        differences.add(name + " was changed after the run");
      }
    }
    for (String name : rawFiles(folder)) {
      if (!listed.contains(name)) {
        differences.add(name + " is not in " + NAME);
      }
    }
    links(folder).forEach(name -> differences.add(name + " is a symbolic link"));
    return differences;
  }

  /** The target of a link does not belong to the run, even if its content is the same today. */
  private static List<String> links(ResultsFolder folder) {
    return names(folder, Files::isSymbolicLink);
  }

  /** Something that is no longer a regular file cannot be unchanged. */
  private static boolean isSame(ResultsFolder folder, String name, String sha256) {
    return Files.isRegularFile(folder.file(name)) && sha256(folder, name).equals(sha256);
  }

  private static List<String> rawFiles(ResultsFolder folder) {
    return names(folder, Files::isRegularFile).stream()
        .filter(name -> !name.equals(NAME) && !DERIVED.contains(name) && !name.endsWith(".tmp"))
        .toList();
  }

  private static List<String> names(ResultsFolder folder, Predicate<Path> filter) {
    try (Stream<Path> paths = Files.walk(folder.path())) {
      return paths
          .filter(path -> !path.equals(folder.path()))
          .filter(filter)
          .map(path -> folder.path().relativize(path).toString())
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw ResultsFolder.unreadable(folder.path(), "cannot be listed (" + e + ")", e);
    }
  }

  private static String sha256(ResultsFolder folder, String name) {
    try (InputStream in = folder.bytes(name)) {
      return Sha256.of(in);
    } catch (IOException e) {
      throw ResultsFolder.unreadable(folder.file(name), "cannot be read (" + e + ")", e);
    }
  }
}
