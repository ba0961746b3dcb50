package io.quartet.audit.internal.official;

import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.DecidedBy;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.audit.internal.PlannedSettings;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunResults;
import io.quartet.results.statistics.Samples.Increase;
import io.quartet.results.statistics.SpaceForecast;
import io.quartet.results.statistics.SpaceForecast.FileSystem;
import io.quartet.results.statistics.SpaceStatistics;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Rules about what the databases write: the log is kept, and there is room for sixty days of
 * growth.
 */
public final class StorageRules {

  public static final Rule SPACE =
      Scope.OFFICIAL
          .fatal("space-60-days", "The disks have room for 60 business days of growth")
          .number(32)
          .reads("stats/*/sizes.csv", "stats/*/space.csv", "settings/*.json")
          .how(
              "growth of tables and indexes per hour in the interval, times 8 hours, times 60 days,"
                  + " against the free space of each device that holds them. On ZFS and similar file"
                  + " systems each data set counts as a device; check that they do not share a pool. The"
                  + " report's section *Tables and indexes* has all devices. Prepared machines need"
                  + " `provider.ssh` and a role that may see `data_directory`"
                  + " (`pg_read_all_settings`). By hand: tablespaces elsewhere")
          .before(Outlook::withoutCollectors, DecidedBy.PLAN)
          .judge(StorageRules::new, StorageRules::space);

  public static final List<Rule> ALL =
      List.of(
          Scope.OFFICIAL
              .fatal("wal-retained", "The write-ahead log of the interval is archived or kept")
              .number(31)
              .reads("settings/*.json", "stats/*/pg_stat_{wal,archiver}.csv")
              .how(
                  "a backup made before the run must be able to roll forward to its end. Per database,"
                      + " `wal_level` is not minimal, and either `archive_mode` is on and nothing failed"
                      + " in the interval, or `wal_keep_size` covers the log of the interval. The kit does"
                      + " not archive, so set `wal_keep_size` in `provider.settings`. By hand: check that such a backup exists")
              .before(StorageRules::walLost, DecidedBy.PLAN, DecidedBy.MACHINE)
              .judge(StorageRules::new, StorageRules::walRetained),
          SPACE);

  private static final String KEPT = "wal_keep_size";
  private static final String MINIMAL =
      "wal_level is minimal, so no backup can roll forward with this log";
  private static final String ALL_DATABASES = "all databases";
  private static final double MEBIBYTE = Bytes.MIB;

  private final RunResults results;
  private final RunPlan plan;
  private final List<String> databases;
  private final Supplier<SpaceStatistics> space;

  private StorageRules(AuditedRun run) {
    this.results = run.results();
    this.plan = run.plan();
    this.databases = plan.databases();
    this.space = run::space;
  }

  /** Servers that neither archive nor keep any log, whatever a run writes. */
  private static Optional<Judgment> walLost(Outlook outlook) {
    List<String> databases = outlook.plan().databases();
    List<Finding> problems = new ArrayList<>();
    for (String vm : databases) {
      outlook
          .settings()
          .apply(vm)
          .flatMap(StorageRules::whyLost)
          .ifPresent(why -> problems.add(Finding.of(Subject.VM, vm, vm + ": " + why)));
    }
    return problems.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judgment.of(
                false,
                Text.format(
                    "%d of %d databases keep their log",
                    databases.size() - problems.size(), databases.size()),
                ALL_DATABASES,
                problems));
  }

  private static Optional<String> whyLost(DatabaseSettings settings) {
    Map<String, String> known = settings.values();
    if (isMinimal(settings)) {
      return Optional.of(MINIMAL);
    }
    if (isArchiving(settings)) {
      // A run does not record archive_command, so only a plan tells that there is none.
      return "".equals(known.get("archive_command")) && settings.get("archive_library").isEmpty()
          ? Optional.of("archive_mode is on, but archive_library is not set")
          : Optional.empty();
    }
    return "0".equals(known.get(KEPT))
        ? Optional.of("archive_mode is off, and wal_keep_size is 0")
        : Optional.empty();
  }

  private static boolean isMinimal(DatabaseSettings settings) {
    return settings.get(PlannedSettings.WAL_LEVEL).equals("minimal");
  }

  private static boolean isArchiving(DatabaseSettings settings) {
    return Set.of("on", "always").contains(settings.get("archive_mode"));
  }

  /**
   * A crash needs the log since the last checkpoint, which PostgreSQL always keeps. The rule asks
   * for more: a backup made before the interval, rolled forward to its end, so that the loss of a
   * disk loses no trade. That takes all of the log, archived or kept in place.
   */
  private Judgment walRetained() {
    List<Finding> problems = new ArrayList<>();
    double written = 0;
    for (String vm : databases) {
      Optional<DatabaseSettings> settings = DatabaseSettings.read(results.folder(), vm);
      Optional<Increase> wal = results.samples().increase(vm, "pg_stat_wal", "wal_bytes");
      if (settings.isEmpty() || wal.isEmpty()) {
        return Judgment.notJudged("settings or pg_stat_wal of " + vm + " are missing");
      }
      double bytes = wal.get().hasReset() ? 0 : wal.get().amount();
      written += bytes;
      whyNotKept(vm, settings.get(), wal.get())
          .ifPresent(why -> problems.add(Finding.of(Subject.VM, vm, why)));
    }
    return Judgment.of(
        Text.format(
            "%d of %d databases keep their log, %s in total",
            databases.size() - problems.size(), databases.size(), Bytes.text(written)),
        ALL_DATABASES,
        problems);
  }

  private Optional<String> whyNotKept(String vm, DatabaseSettings settings, Increase wal) {
    if (wal.hasReset()) {
      return Optional.of(vm + ": its counters were reset in the interval");
    }
    if (isMinimal(settings)) {
      return Optional.of(vm + ": " + MINIMAL);
    }
    if (isArchiving(settings)) {
      return whyNotArchived(vm, settings, wal);
    }
    double kept = megabytes(settings.get(KEPT));
    return kept * MEBIBYTE >= wal.amount()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "%s: archive_mode is off, and wal_keep_size keeps %,.0f MB of %,.0f MB",
                vm, kept, wal.amount() / MEBIBYTE));
  }

  private Optional<String> whyNotArchived(String vm, DatabaseSettings settings, Increase wal) {
    Optional<Increase> archived = archiver(vm, "archived_count");
    Optional<Increase> failed = archiver(vm, "failed_count");
    if (archived.isEmpty() || failed.isEmpty()) {
      return Optional.of(vm + ": pg_stat_archiver was not sampled");
    }
    if (failed.get().amount() != 0) {
      return Optional.of(
          vm + ": archiving failed " + Text.counted(Math.round(failed.get().amount()), "time"));
    }
    // The segment being written is not archived yet. Of two or more, one has to be.
    double segments = wal.amount() / megabytesOfSegment(settings) / MEBIBYTE;
    return segments >= 2 && archived.get().amount() < 1
        ? Optional.of(Text.format("%s: none of %,.0f files was archived", vm, segments))
        : Optional.empty();
  }

  private Optional<Increase> archiver(String vm, String column) {
    return results.samples().increase(vm, "pg_stat_archiver", column);
  }

  private static double megabytesOfSegment(DatabaseSettings settings) {
    double bytes = megabytes(settings.get("wal_segment_size"));
    return bytes > 0 ? bytes / MEBIBYTE : 16;
  }

  private static double megabytes(String setting) {
    return setting.matches("\\d{1,15}") ? Double.parseDouble(setting) : 0;
  }

  private Judgment space() {
    SpaceForecast forecast = SpaceForecast.of(results.folder(), results.figures(), space.get());
    boolean isEnough = forecast.fileSystems().stream().allMatch(FileSystem::isEnough);
    if (isEnough && !forecast.missing().isEmpty()) {
      return Judgment.notJudged(forecast.missing().get(0));
    }
    if (forecast.fileSystems().isEmpty()) {
      return Judgment.notJudged("there are no databases");
    }
    List<FileSystem> tightestFirst =
        forecast.fileSystems().stream()
            .sorted(Comparator.comparingDouble(one -> one.freeBytes() - one.neededBytes()))
            .toList();
    FileSystem tightest = tightestFirst.get(0);
    return Judgment.of(
        isEnough,
        Bytes.text(tightest.neededBytes()) + " on " + tightest.mount(),
        Bytes.text(tightest.freeBytes()) + " free",
        Text.first(
            tightestFirst.stream()
                .filter(one -> isEnough || !one.isEnough())
                .map(StorageRules::growth)
                .toList()));
  }

  private static String growth(FileSystem one) {
    return Text.format(
        "%s grows by %s per hour × %d h × %d days%s: %s",
        one.mount(),
        Bytes.text(one.bytesPerHour()),
        SpaceForecast.HOURS_PER_DAY,
        SpaceForecast.BUSINESS_DAYS,
        one.isEnough()
            ? ""
            : ", " + Bytes.text(one.neededBytes() - one.freeBytes()) + " more than is free",
        one.parts().stream().map(StorageRules::words).collect(Collectors.joining(", ")));
  }

  private static String words(SpaceForecast.Part part) {
    return Text.format(
        "%s %s %s per hour", part.vm(), part.storage().label(), Bytes.text(part.bytesPerHour()));
  }
}
