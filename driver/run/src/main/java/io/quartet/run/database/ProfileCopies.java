package io.quartet.run.database;

import io.quartet.run.internal.LoadedState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The copies of one database: {@code quartet_snapshot} and, for each other index profile of the
 * same rows, {@code quartet_snapshot_} with the first digits of its schema hash. Immutable.
 *
 * @param states what each copy holds, by its name
 */
record ProfileCopies(SortedMap<String, LoadedState> states) {

  /** Name of the first copy; the names of the others begin with it. */
  static final String FIRST = "quartet_snapshot";

  private static final int DIGITS = 12;

  ProfileCopies {
    states = new TreeMap<>(states);
  }

  /** True for the name of a copy. */
  static boolean isCopy(String database) {
    return database.startsWith(FIRST);
  }

  /** The copy to restore: one that fits, otherwise one of the same rows; empty if there is none. */
  Optional<String> best(LoadedState wanted) {
    return fitting(wanted).or(() -> first(state -> state.differsInProfileOnly(wanted)));
  }

  /** Name for a copy of a database: that of the copy it replaces, or a new one. */
  String nameFor(LoadedState database) {
    return fitting(database)
        .orElseGet(
            () ->
                states.containsKey(FIRST) && states.get(FIRST).differsInProfileOnly(database)
                    ? FIRST + "_" + database.schemaSha256().substring(0, DIGITS)
                    : FIRST);
  }

  /** Copies of other rows than a database has. */
  List<String> outdated(LoadedState database) {
    return states.entrySet().stream()
        .filter(copy -> !copy.getValue().fits(database))
        .filter(copy -> !copy.getValue().differsInProfileOnly(database))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Optional<String> fitting(LoadedState wanted) {
    return first(state -> state.fits(wanted));
  }

  private Optional<String> first(Predicate<LoadedState> condition) {
    return states.entrySet().stream()
        .filter(copy -> condition.test(copy.getValue()))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
