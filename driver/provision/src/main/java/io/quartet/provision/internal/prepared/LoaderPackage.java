package io.quartet.provision.internal.prepared;

import io.quartet.model.QuartetVersion;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.install.TierAPackage;
import io.quartet.provision.internal.ReproducibleArchive;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The archive with {@code quartet-load} for machines with databases: the program, its libraries,
 * the SQL files, and the index profile of the benchmark if it is a folder. Equal builds give equal
 * bytes.
 */
final class LoaderPackage {

  /** Folder of the program. */
  static final String PROGRAM = "bin/quartet-load";

  /** Folder of the SQL files. */
  static final String SCHEMA = "schema";

  /** Folder of an index profile of the user's own. */
  static final String INDEXES = "indexes";

  private LoaderPackage() {}

  /** Name of the archive. */
  static String archive() {
    return top() + ".tar.gz";
  }

  private static String top() {
    return "quartet-load-" + QuartetVersion.current();
  }

  /**
   * Files that decide what the archive holds, by their names in it; libraries are not among them.
   */
  static Map<String, Path> sources(RunPlan plan) throws IOException {
    Map<String, Path> sources = new TreeMap<>();
    sources.put(PROGRAM, QuartetHome.loader());
    add(SCHEMA, QuartetHome.schema(), sources);
    String indexes = plan.database().indexes();
    if (Database.isPath(indexes)) {
      add(INDEXES, Path.of(indexes), sources);
    }
    return sources;
  }

  private static void add(String name, Path folder, Map<String, Path> sources) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sources.put(name + "/" + folder.relativize(file), file);
      }
    }
  }

  /**
   * Writes it, in place of an older one.
   *
   * @throws io.quartet.model.QuartetException NOT_BUILT
   */
  static void write(RunPlan plan, Path output) throws IOException {
    List<Path> libraries = TierAPackage.libraries(QuartetHome.folder(), QuartetHome.loader());
    try (ReproducibleArchive archive = new ReproducibleArchive(output.resolve(archive()), top())) {
      for (Map.Entry<String, Path> source : sources(plan).entrySet()) {
        if (source.getKey().equals(PROGRAM)) {
          archive.addProgram(source.getKey(), source.getValue());
        } else {
          archive.add(source.getKey(), source.getValue());
        }
      }
      for (Path library : libraries) {
        archive.add("lib/" + library.getFileName(), library);
      }
      archive.finish();
    }
  }
}
