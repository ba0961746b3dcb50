package io.quartet.run.check;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.VmRole;
import io.quartet.provision.os.QuartetHome;
import io.quartet.run.internal.check.CheckFile;
import io.quartet.run.internal.check.CheckPass;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which consistency checks to run. Immutable. */
public final class CheckSelection {

  private static final Pattern NUMBER = Pattern.compile("([A-Za-z])0*(\\d{1,3})");

  /** VM2 gets no trades in a run: its number of trades is what was loaded. */
  private static final CheckFile UNCHANGED_TRADES =
      new CheckFile(
          "trades_unchanged",
          "T01",
          CheckFile.ANY_TIME,
          "VM2 holds exactly the trades that were loaded",
          "SELECT count(*)\nFROM trade\n"
              + "HAVING count(*) <> (SELECT 57600::bigint * trade_days * load_units"
              + " FROM quartet_load)");

  private final List<CheckFile> files;
  private final boolean hasUnchangedTrades;
  private final List<CheckPass> passes;
  private final boolean isWhole;

  private CheckSelection(
      List<CheckFile> files, boolean hasUnchangedTrades, List<CheckPass> passes, boolean isWhole) {
    this.files = files;
    this.hasUnchangedTrades = hasUnchangedTrades;
    this.passes = passes;
    this.isWhole = isWhole;
  }

  /** Every check of {@code schema/checks}, and T01 for VM2. Shared passes spare most queries. */
  public static CheckSelection all() {
    return new CheckSelection(readAll(), true, CheckPass.readAll(folder().resolve("passes")), true);
  }

  /**
   * The checks of these numbers, each by its own query. Numbers are written as {@code I07}, {@code
   * i7} and the like.
   *
   * @throws QuartetException UNKNOWN_CHECK if there is no check of a number
   */
  public static CheckSelection only(Collection<String> numbers) {
    List<CheckFile> all = readAll();
    Set<String> wanted = new LinkedHashSet<>();
    for (String number : numbers) {
      String normal = normal(number);
      boolean isKnown =
          normal.equals(UNCHANGED_TRADES.number())
              || all.stream().anyMatch(file -> file.number().equals(normal));
      if (!isKnown) {
        throw unknown(number, all);
      }
      wanted.add(normal);
    }
    return new CheckSelection(
        all.stream().filter(file -> wanted.contains(file.number())).toList(),
        wanted.contains(UNCHANGED_TRADES.number()),
        List.of(),
        false);
  }

  private static List<CheckFile> readAll() {
    return CheckFile.readAll(folder());
  }

  private static Path folder() {
    return QuartetHome.schema().resolve("checks");
  }

  private static String normal(String number) {
    Matcher matcher = NUMBER.matcher(number.strip());
    return matcher.matches()
        ? matcher.group(1).toUpperCase(Locale.ROOT)
            + Text.format("%02d", Integer.parseInt(matcher.group(2)))
        : number;
  }

  private static QuartetException unknown(String number, List<CheckFile> all) {
    return QuartetException.badInput(
        "UNKNOWN_CHECK",
        "there is no check '%s'. Choose from %s to %s and %s, separated by commas."
            .formatted(
                number,
                all.get(0).number(),
                all.get(all.size() - 1).number(),
                UNCHANGED_TRADES.number()));
  }

  /**
   * Checks that a database of a role has to pass.
   *
   * @param isFresh true if no run has used the database since its load
   */
  List<CheckFile> of(VmRole role, boolean isFresh) {
    return Stream.concat(
            files.stream().filter(file -> isFresh || file.holdsAtAnyTime()),
            Stream.of(UNCHANGED_TRADES).filter(file -> hasUnchangedTrades && role == VmRole.DSS))
        .toList();
  }

  /** True if it has every check. */
  boolean isWhole() {
    return isWhole;
  }

  /** Passes that may settle these checks. */
  List<CheckPass> passes() {
    return passes;
  }

  /** Numbers of those that have lapsed on a database a run has used. */
  List<String> lapsedAfterARun() {
    return files.stream().filter(file -> !file.holdsAtAnyTime()).map(CheckFile::number).toList();
  }
}
