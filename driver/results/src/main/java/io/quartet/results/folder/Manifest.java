package io.quartet.results.folder;

import io.quartet.model.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * {@code manifest.sha256}: what {@code sha256sum -c} checks; all raw files of a run. Only files
 * that a walk through the folder meets are opened, whatever names the manifest has.
 */
public final class Manifest {

  /** Name in the results folder. */
  public static final String NAME = "manifest.sha256";

  /** Message for a run that ended without a manifest. Only a run that ends writes its checksums. */
  public static final String MISSING =
      NAME + " is missing although the run finished, so its files may have changed";

  /**
   * Files that may be rewritten from the raw ones at any time, and what its owner says of a run.
   */
  private static final Set<String> CHANGEABLE =
      Set.of(
          "report.html",
          "report.json",
          "report.pdf",
          "disclosure.pdf",
          "audit.json",
          "advise.html",
          "advise.json",
          "notes.json");

  /** All files of a run together are smaller: 32 GiB. To hash a sparse file may take days. */
  static final long MOST_BYTES = 32L << 30;

  private static final Pattern LINE = Pattern.compile("([0-9a-f]{64})  ([^\\p{Cntrl}]+)");

  private Manifest() {}

  /** SHA-256 of the manifest itself, in hexadecimal; empty text if there is none. */
  public static String ownSha256(ResultsFolder folder) {
    return folder.has(NAME) ? Sha256.of(folder.text(NAME)) : "";
  }

  /** Hashes every raw file and replaces the manifest. */
  public static void write(ResultsFolder folder) {
    write(folder, Map.of());
  }

  /**
   * Hashes every raw file and replaces the manifest; files to come have the hash of their content.
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
   * Differences from the manifest, except in the content of one file.
   *
   * @param changeable name of a file whose content may be any; empty for none
   */
  public static List<String> differences(ResultsFolder folder, String changeable) {
    List<String> differences = new ArrayList<>();
    Set<String> files = Set.copyOf(names(folder, BasicFileAttributes::isRegularFile));
    List<String> links = names(folder, BasicFileAttributes::isSymbolicLink);
    Set<String> listed = new HashSet<>();
    long bytes = 0;
    for (String line : folder.text(NAME).lines().toList()) {
      Matcher parts = LINE.matcher(line);
      if (!parts.matches()) {
        differences.add(NAME + " has a damaged line");
        continue;
      }
      String name = parts.group(2);
      listed.add(name);
      if (files.contains(name)) {
        bytes += size(folder, name);
        if (bytes > MOST_BYTES) {
          differences.add(name + " was not read: a run has at most 32 GiB of files");
        } else if (!name.equals(changeable) && !sha256(folder, name).equals(parts.group(1))) {
          differences.add(name + " was changed after the run");
        }
      } else if (!links.contains(name)) {
        differences.add(name + reasonOfNoFile(folder, name));
      }
    }
    for (String name : rawFiles(folder)) {
      if (!listed.contains(name)) {
        differences.add(name + " is not in " + NAME);
      }
    }
    // The target of a link does not belong to the run, even if its content is the same today.
    links.forEach(name -> differences.add(name + " is a symbolic link"));
    return differences;
  }

  /** Something that is no longer a regular file cannot be unchanged. */
  private static String reasonOfNoFile(ResultsFolder folder, String name) {
    Path place = folder.path().toAbsolutePath().normalize();
    if (!place.resolve(name).normalize().startsWith(place)) {
      return " lies outside the folder";
    }
    return folder.has(name) ? " was changed after the run" : " is missing";
  }

  /** Files that desktops leave in folders that they show, by name. They are not of the run. */
  public static List<String> filesOfDesktops(ResultsFolder folder) {
    return names(folder, BasicFileAttributes::isRegularFile).stream()
        .filter(ResultsFolder::isOfDesktop)
        .toList();
  }

  private static List<String> rawFiles(ResultsFolder folder) {
    return names(folder, BasicFileAttributes::isRegularFile).stream()
        .filter(name -> !name.equals(NAME) && !CHANGEABLE.contains(name) && !name.endsWith(".tmp"))
        .filter(name -> !ResultsFolder.isOfDesktop(name))
        .toList();
  }

  /** The attributes are those of a link, not of its target. */
  private static List<String> names(ResultsFolder folder, Predicate<BasicFileAttributes> filter) {
    try {
      Path top = folder.path().toRealPath();
      try (Stream<Path> paths =
          Files.find(top, Integer.MAX_VALUE, (path, found) -> filter.test(found))) {
        return paths.map(path -> top.relativize(path).toString()).sorted().toList();
      }
    } catch (IOException | UncheckedIOException e) {
      throw ResultsFolder.unreadable(folder.path(), "cannot be listed (" + e + ")", e);
    }
  }

  private static long size(ResultsFolder folder, String name) {
    try {
      return Files.size(folder.file(name));
    } catch (IOException e) {
      throw ResultsFolder.unreadable(folder.file(name), "cannot be read (" + e + ")", e);
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
