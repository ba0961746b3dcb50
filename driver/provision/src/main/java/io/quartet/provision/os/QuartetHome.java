package io.quartet.provision.os;

import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.Release;
import io.quartet.model.VmRole;
import io.quartet.provision.internal.process.Commands;
import io.quartet.results.lab.TriedIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The root of the clone or of a release, given by the system property {@code quartet.home}. */
public final class QuartetHome {

  /** Code of the error of an index profile that cannot be used. */
  public static final String INDEX_PROFILE = "INDEX_PROFILE";

  private QuartetHome() {}

  public static Path folder() {
    String home = System.getProperty("quartet.home");
    if (home == null || home.isEmpty()) {
      throw QuartetException.environment(
          "HOME_NOT_SET",
          "the system property quartet.home is not set. Start Quartet with scripts/quartet.");
    }
    return Path.of(home).toAbsolutePath().normalize();
  }

  /** A program below {@code scripts/}. */
  public static Path script(String name) {
    return existing(folder().resolve("scripts").resolve(name));
  }

  public static Path loader() {
    return existing(folder().resolve("build/release/bin/quartet-load"));
  }

  /** The program that captures plans, compares databases and measures transactions. */
  public static Path lab() {
    return existing(folder().resolve("build/release/bin/quartet-lab"));
  }

  /** The service of VM1. */
  public static Path tierA() {
    return existing(folder().resolve("build/release/bin/quartet-tier-a"));
  }

  /** The SQL files. */
  public static Path schema() {
    return existing(folder().resolve("schema"));
  }

  /** Version of the generator of the rows: what a seed gives changes with it. */
  public static int generatorVersion() {
    return control("generator_version", text -> Integer.parseInt(text.strip()));
  }

  /**
   * Settings that every session asks the server for, as in the connection parameter {@code options}
   * of libpq.
   */
  public static String sessionOptions() {
    return control(
        "session_options",
        text ->
            text.lines().filter(line -> line.startsWith("-c ")).collect(Collectors.joining(" ")));
  }

  private static <T> T control(String name, Function<String, T> content) {
    Path file = existing(schema().resolve("control").resolve(name));
    try {
      return content.apply(Files.readString(file));
    } catch (IOException | NumberFormatException e) {
      throw QuartetException.environment(
          "NOT_BUILT",
          file + " cannot be used (" + e + "). Restore the file from the repository.",
          e);
    }
  }

  /**
   * SHA-256 of the SQL statements that {@code quartet-load} runs for an index profile: only it
   * knows which files make one.
   *
   * @param indexes name of a profile of the kit, or absolute path of a folder
   * @param role {@link VmRole#DSS} or {@link VmRole#OLTP}
   * @throws QuartetException INDEX_PROFILE if the profile is wrong, LOAD_FAILED, NOT_BUILT
   */
  public static String schemaSha256(String indexes, VmRole role) {
    return loaderAnswer(
        INDEX_PROFILE,
        "the index profile " + indexes,
        List.of(
            "--schema-hash",
            "--schema",
            schema().toString(),
            "--indexes",
            indexes,
            "--role",
            loaderRole(role)));
  }

  /**
   * The index of a statement to try. {@code quartet-load} takes the statements that an index
   * profile may hold.
   *
   * @throws QuartetException INDEX_STATEMENT if the statement is wrong, LOAD_FAILED, NOT_BUILT
   */
  public static TriedIndex triedIndex(String statement) {
    return TriedIndex.built(
        loaderAnswer(
            TriedIndex.REFUSED,
            "--try '%s'".formatted(statement),
            List.of("--index-statement=" + statement)));
  }

  /**
   * Output of {@code quartet-load} with options that need no server.
   *
   * @param code of the error of a wrong input
   * @param input name of the input in that error
   */
  private static String loaderAnswer(String code, String input, List<String> options) {
    List<String> command = new ArrayList<>(List.of(loader().toString()));
    command.addAll(options);
    Commands.Result result = Commands.run(folder(), command);
    if (result.exitCode() == Kind.BAD_INPUT.exitCode()) {
      throw QuartetException.badInput(code, "%s: %s".formatted(input, result.output()));
    }
    if (!result.isSuccess()) {
      throw QuartetException.loadOrCheck(
          "LOAD_FAILED",
          "%s cannot be read by quartet-load: %s Correct the files of schema/. If they are right: %s"
              .formatted(input, result.output(), Release.repair()));
    }
    return result.output();
  }

  /** Name of a role for {@code quartet-load}. */
  public static String loaderRole(VmRole role) {
    return role.name().toLowerCase(Locale.ROOT);
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw QuartetException.environment(
          "NOT_BUILT", path + " does not exist. " + Release.repair());
    }
    return path;
  }
}
