package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.TextFile;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
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

/**
 * The data sources of a benchmark file as unixODBC reads them: an {@code odbc.ini} with one section
 * per database. Passwords are not part of it; the driver takes them from {@code PGPASSFILE}.
 */
public final class OdbcDataSources {

  private static final String FIRST_WORDS = "; Data sources of ";

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

  /**
   * Compares a file with the plan. What else a section says, the driver for instance, is free.
   *
   * @return names of the data sources that it lacks, or that lead to another server, database or
   *     role
   */
  public static List<String> missing(RunPlan plan, String text) {
    Map<String, Set<String>> sections = sections(text);
    List<String> missing = new ArrayList<>();
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        if (role.isDatabase()) {
          String name = name(set, role);
          Set<String> found = sections.getOrDefault("[" + name + "]", Set.of());
          if (!found.containsAll(lines(address(plan, set, role)))) {
            missing.add(name);
          }
        }
      }
    }
    return missing;
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
