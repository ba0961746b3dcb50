package io.quartet.provision;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.internal.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data sources of a benchmark file as unixODBC reads them: an {@code odbc.ini} with one section
 * per database. Passwords are not part of it; the driver takes them from {@code PGPASSFILE}.
 */
public final class OdbcDataSources {

  private static final String FIRST_WORDS = "; Data sources of ";

  private static final DocumentPath PLACE = DocumentPath.ROOT.child("engine").child("odbcIni");

  /** Keys that decide where a data source leads, with the other names that psqlODBC knows. */
  private static final Set<String> OF_ADDRESS =
      Set.of("servername", "server", "port", "database", "username", "uid", "pqopt");

  private OdbcDataSources() {}

  /** Name of the data source of one database, for instance {@code quartet-a1-vm2}. */
  public static String name(VmSet set, VmRole role) {
    return "quartet-" + set.vmName(role);
  }

  /**
   * Writes the file that the plan names, and replaces an earlier one.
   *
   * @throws QuartetException ODBC_INI_NOT_WRITABLE; ODBC_INI_NOT_NAMED if the plan names none;
   *     ODBC_INI_FOREIGN if Quartet did not write the existing file
   */
  public static void write(RunPlan plan) {
    var unused = plan.brokerage();
    Path file =
        plan.engine()
            .odbcIni()
            .map(Path::of)
            .orElseThrow(
                () ->
                    QuartetException.badInput(
                        "ODBC_INI_NOT_NAMED",
                        plan.name()
                            + ": the benchmark file names no file of data sources. Set"
                            + " engine.access to odbc and engine.odbcIni to a file name."));
    StringBuilder text = new StringBuilder();
    text.append(FIRST_WORDS).append(plan.name()).append(", by quartet doctor.\n");
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        if (role.isDatabase()) {
          text.append(section(plan, set, role));
        }
      }
    }
    try {
      requireOurs(file);
      WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (TextFile.UnusableException e) {
      throw notWritable(e.place(), e.getMessage(), e);
    } catch (IOException e) {
      throw notWritable(file.toString(), e.toString(), e);
    }
  }

  private static QuartetException notWritable(String file, String why, IOException cause) {
    return QuartetException.badInput(
        "ODBC_INI_NOT_WRITABLE",
        file + " cannot be written (" + why + "). Name a file in a folder that you can write to.",
        cause);
  }

  /** An empty file may be replaced: unixODBC creates one if there is none. */
  private static void requireOurs(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    String text = TextFile.read(file);
    if (!text.isEmpty() && !text.startsWith(FIRST_WORDS)) {
      throw QuartetException.badInput(
          "ODBC_INI_FOREIGN",
          file
              + " was not written by quartet doctor and was left unchanged. Set engine.odbcIni to"
              + " another file name, or move this file away.");
    }
  }

  private static String section(RunPlan plan, VmSet set, VmRole role) {
    return "\n[" + name(set, role) + "]\nDriver = PostgreSQL Unicode\n" + address(plan, set, role);
  }

  private static String address(RunPlan plan, VmSet set, VmRole role) {
    Address server = plan.provider().address(set, role);
    return """
        Servername = %s
        Port = %d
        Database = %s
        Username = %s
        """
        .formatted(server.host(), server.port(), DatabaseServer.DATABASE, DatabaseServer.DATABASE);
  }

  /** True if Tier A of a plan reads a file of data sources that lies on this machine. */
  public static boolean areRead(RunPlan plan) {
    boolean areOurs = plan.provider() instanceof Embedded || plan.provider().isPrepared();
    return plan.engine().odbcIni().isPresent() && areOurs;
  }

  /**
   * Compares the file that a plan names with the plan. What else a section says, the driver for
   * instance, is free.
   *
   * @return a problem if the file cannot be read, or lacks a data source, or has one that leads to
   *     another server, database or role; otherwise empty
   */
  public static List<Problem> problems(RunPlan plan) {
    Path file = Path.of(plan.engine().odbcIni().orElseThrow());
    try {
      List<String> missing = missing(plan, TextFile.read(file));
      return missing.isEmpty()
          ? List.of()
          : problem(file + " has no or a wrong address for " + String.join(", ", missing));
    } catch (TextFile.UnusableException e) {
      return problem(e.place() + " cannot be read: " + e.getMessage());
    }
  }

  private static List<Problem> problem(String what) {
    return List.of(
        Problem.ofValue(
            PLACE,
            "ODBC_DATA_SOURCES",
            what + ". Write the file again with quartet doctor FILE --write-odbc-ini."));
  }

  private static List<String> missing(RunPlan plan, String text) {
    Map<String, Set<String>> sections = sections(text);
    List<String> missing = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        if (role.isDatabase()) {
          String name = name(set, role);
          Set<String> found = sections.getOrDefault("[" + name + "]", Set.of());
          if (!addresses(found).equals(Set.copyOf(lines(address(plan, set, role))))) {
            missing.add(name);
          }
        }
      }
    }
    return missing;
  }

  private static Set<String> addresses(Set<String> section) {
    return section.stream()
        .filter(line -> OF_ADDRESS.contains(line.split("=", 2)[0]))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Lines below each {@code [name]}. */
  private static Map<String, Set<String>> sections(String text) {
    Map<String, Set<String>> sections = new HashMap<>();
    Set<String> section = new HashSet<>();
    for (String line : lines(text)) {
      if (line.startsWith("[")) {
        section = sections.computeIfAbsent(line, name -> new HashSet<>());
      }
      section.add(line);
    }
    return sections;
  }

  /** Spaces and capitals mean nothing in these files. */
  private static List<String> lines(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[ \\t]", "").lines().toList();
  }
}
