package io.quartet.report.internal.advise;

import io.quartet.results.system.InstalledSchema;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Columns of indexes and keys, out of their definitions. */
final class IndexColumns {

  private IndexColumns() {}

  /** The key columns of {@code (t_ca_id, t_dts DESC) INCLUDE (t_id)}, in their order. */
  static List<String> of(String definition) {
    int open = definition.indexOf('(');
    if (open < 0) {
      return List.of();
    }
    int depth = 0;
    int end = open;
    for (int i = open; i < definition.length(); i++) {
      char letter = definition.charAt(i);
      depth += letter == '(' ? 1 : letter == ')' ? -1 : 0;
      if (depth == 0) {
        end = i;
        break;
      }
    }
    return Condition.parts(definition.substring(open + 1, end), ",").stream()
        .map(part -> part.strip().split(" ", 2)[0])
        .toList();
  }

  /**
   * True if an index finds rows by these columns as well as one on just them would. One on a part
   * of the rows does not.
   *
   * @param range of the last column; empty if there is none
   */
  static boolean serves(
      InstalledSchema.Index index, Set<String> equalities, Optional<String> range) {
    List<String> columns = of(index.definition());
    int needed = equalities.size() + (range.isPresent() ? 1 : 0);
    return !index.definition().contains(" WHERE ")
        && columns.size() >= needed
        && equalities.equals(new HashSet<>(columns.subList(0, equalities.size())))
        && range.map(columns.get(needed - 1)::equals).orElse(true);
  }
}
