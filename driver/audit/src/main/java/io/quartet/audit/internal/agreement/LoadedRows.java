package io.quartet.audit.internal.agreement;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.system.LoadedCsv;
import io.quartet.results.system.LoadedTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code loaded.csv} in itself: both databases of a Set get the same rows from the generator. */
final class LoadedRows {

  private LoadedRows() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    List<LoadedTable> tables = new RunFiles(run.folder()).loaded().orRefuse().orElse(List.of());
    found.requireUnique(LoadedCsv.NAME, tables, row -> row.vm() + " " + row.table());
    tables.stream()
        .filter(table -> table.firstUtcMillis() > table.lastUtcMillis())
        .forEach(table -> found.addOfVm(table.vm(), table.table() + " was ready before it began"));
    for (VmSet set : run.info().plan().sets()) {
      List<VmRole> roles = run.info().plan().databaseRoles();
      for (VmRole role : roles) {
        String vm = set.vmName(role);
        String first = set.vmName(roles.get(0));
        if (!rows(tables, vm).equals(rows(tables, first))) {
          found.addOfVm(vm, "was loaded with other rows than " + first);
        } else if (rows(tables, vm).isEmpty() && !tables.isEmpty()) {
          found.addOfVm(vm, "has no rows, unlike other databases");
        }
      }
    }
    return found;
  }

  private static Map<String, Long> rows(List<LoadedTable> tables, String vm) {
    return tables.stream()
        .filter(table -> table.vm().equals(vm))
        .collect(Collectors.toMap(LoadedTable::table, LoadedTable::rows, Math::max));
  }
}
