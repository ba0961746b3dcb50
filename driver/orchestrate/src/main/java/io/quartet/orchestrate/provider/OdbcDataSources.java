package io.quartet.orchestrate.provider;

import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The data sources of a benchmark file as unixODBC reads them: an {@code odbc.ini} with one section
 * per database. Passwords are not part of it; the driver takes them from {@code PGPASSFILE}.
 */
public final class OdbcDataSources {

  private OdbcDataSources() {}

  /** Name of the data source of one database, for instance {@code quartet-a1-vm2}. */
  public static String name(VmSet set, VmRole role) {
    return "quartet-" + set.vmName(role);
  }

  /**
   * Writes the file that the plan names.
   *
   * @throws QuartetException ODBC_INI_NOT_WRITABLE; ODBC_INI_NOT_NAMED if the plan names none
   */
  public static void write(RunPlan plan) {
    Path file =
        plan.engine()
            .odbcIni()
            .map(Path::of)
            .orElseThrow(
                () ->
                    new QuartetException(
                        QuartetException.Kind.BAD_INPUT,
                        "ODBC_INI_NOT_NAMED",
                        plan.name()
                            + ": the benchmark file names no file of data sources. Set"
                            + " engine.access to odbc and engine.odbcIni to a file name."));
    StringBuilder text = new StringBuilder();
    text.append("; Data sources of ").append(plan.name()).append(", by quartet doctor.\n");
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        if (role.isDatabase()) {
          text.append(section(plan, set, role));
        }
      }
    }
    try {
      WholeFile.write(file, text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new QuartetException(
          QuartetException.Kind.BAD_INPUT,
          "ODBC_INI_NOT_WRITABLE",
          file + " cannot be written (" + e + "). Name a file in a folder that you can write to.",
          e);
    }
  }

  /** The last two keys keep psqlODBC from wrapping every statement in a savepoint. */
  private static String section(RunPlan plan, VmSet set, VmRole role) {
    return """

        [%s]
        Driver = PostgreSQL Unicode
        Servername = %s
        Port = %d
        Database = %s
        Username = %s
        UseServerSidePrepare = 1
        Protocol = 7.4-1
        """
        .formatted(
            name(set, role),
            set.loopbackAddress(role),
            plan.provider().port(),
            DatabaseServer.DATABASE,
            DatabaseServer.DATABASE);
  }
}
