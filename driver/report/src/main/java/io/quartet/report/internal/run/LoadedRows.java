package io.quartet.report.internal.run;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.report.section.Build.RowCount;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.system.InstalledSchema;
import io.quartet.results.system.LoadedCsv;
import io.quartet.results.system.LoadedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows that the tables were loaded with, and the time it took.
 *
 * @param loaded tables by VM, of those VMs of which all tables are recorded
 */
record LoadedRows(List<VmRole> roles, List<VmSet> sets, Map<String, List<LoadedTable>> loaded) {

  /**
   * Reads the file of a results folder.
   *
   * @param models by role, the schema whose tables a database is to have
   * @param missing is given a sentence for what is not known
   */
  static LoadedRows read(
      ResultsFolder folder,
      Map<VmRole, InstalledSchema> models,
      List<VmRole> roles,
      List<VmSet> sets,
      List<String> missing) {
    Map<String, List<LoadedTable>> loaded =
        new RunFiles(folder)
            .loaded()
            .fold(
                rows -> whole(rows, models, roles, sets, missing),
                name -> none("were not recorded: " + name + " is missing.", missing),
                damage ->
                    none("are not known: " + folder.withoutPlace(damage.getMessage()), missing));
    return new LoadedRows(roles, sets, loaded);
  }

  private static Map<String, List<LoadedTable>> none(String why, List<String> missing) {
    missing.add("Rows and time of loading " + why);
    return Map.of();
  }

  private static Map<String, List<LoadedTable>> whole(
      List<LoadedTable> rows,
      Map<VmRole, InstalledSchema> models,
      List<VmRole> roles,
      List<VmSet> sets,
      List<String> missing) {
    Map<String, List<LoadedTable>> loaded =
        rows.stream().collect(Collectors.groupingBy(LoadedTable::vm));
    for (VmRole role : roles) {
      Set<String> wanted =
          Optional.ofNullable(models.get(role)).stream()
              .flatMap(model -> model.tables().stream())
              .map(InstalledSchema.Table::name)
              .collect(Collectors.toSet());
      for (VmSet set : sets) {
        String vm = set.vmName(role);
        Set<String> found =
            loaded.getOrDefault(vm, List.of()).stream()
                .map(LoadedTable::table)
                .collect(Collectors.toSet());
        if (found.isEmpty() || !found.containsAll(wanted)) {
          loaded.remove(vm);
          missing.add(
              "The rows of the "
                  + role
                  + " databases of Group "
                  + set.group()
                  + " are not known: "
                  + LoadedCsv.NAME
                  + " does not have all tables of "
                  + vm
                  + ".");
        }
      }
    }
    return loaded;
  }

  /** By role, Group and table. */
  List<RowCount> rows() {
    return roles.stream()
        .flatMap(role -> Stream.of(VmGroup.values()).flatMap(group -> rows(role, group).stream()))
        .toList();
  }

  /** None if the rows of a database of the Group are not known: a sum would be too low. */
  private List<RowCount> rows(VmRole role, VmGroup group) {
    List<String> vms =
        sets.stream().filter(set -> set.group() == group).map(set -> set.vmName(role)).toList();
    if (!loaded.keySet().containsAll(vms)) {
      return List.of();
    }
    Map<String, Long> byTable = new TreeMap<>();
    for (String vm : vms) {
      loaded.get(vm).forEach(table -> byTable.merge(table.table(), table.rows(), Long::sum));
    }
    List<RowCount> rows = new ArrayList<>();
    byTable.forEach(
        (table, count) -> rows.add(new RowCount(role.name(), group.name(), table, count)));
    return rows;
  }

  /** Longest load time of a database, in seconds; null if the time of any database is not known. */
  Double seconds() {
    long millis = 0;
    for (VmRole role : roles) {
      for (VmSet set : sets) {
        List<LoadedTable> tables = loaded.get(set.vmName(role));
        if (tables == null) {
          return null;
        }
        long first = tables.stream().mapToLong(LoadedTable::firstUtcMillis).min().orElseThrow();
        long last = tables.stream().mapToLong(LoadedTable::lastUtcMillis).max().orElseThrow();
        millis = Math.max(millis, last - first);
      }
    }
    return loaded.isEmpty() ? null : (Double) (millis / 1e3);
  }
}
