package io.quartet.measure.validity;

import io.quartet.measure.results.DatabaseSettings;
import io.quartet.measure.results.RunResults;
import io.quartet.measure.results.StatsCsv;
import io.quartet.measure.validity.Check.Severity;
import io.quartet.measure.validity.Samples.Increase;
import io.quartet.model.RunPlan;
import io.quartet.model.RunPlan.Storage;
import io.quartet.model.Text;
import io.quartet.model.VmMachine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rules about what the databases write: the log is kept, and there is room for sixty days of
 * growth. Rules 31 and 32 of run-rules.md section 3.4.
 */
final class StorageRules {

  private static final int BUSINESS_DAYS = 60;
  private static final int HOURS_PER_DAY = 8;
  private static final double GIGABYTE = 1e9;
  private static final double MEBIBYTE = 1 << 20;

  private final RunResults results;
  private final RunPlan plan;
  private final List<String> databases;

  private StorageRules(RunResults results) {
    this.results = results;
    this.plan = results.info().plan();
    this.databases =
        plan.sets().stream()
            .flatMap(set -> plan.databaseRoles().stream().map(set::vmName))
            .toList();
  }

  static List<Check> judge(RunResults results) {
    StorageRules rules = new StorageRules(results);
    return List.of(rules.walRetained(), rules.space());
  }

  /**
   * A crash needs the log since the last checkpoint, which PostgreSQL always keeps. The rule asks
   * for more: a backup made before the interval, rolled forward to its end, so that the loss of a
   * disk loses no trade. That takes all of the log, archived or kept in place.
   */
  private Check walRetained() {
    String id = "wal-retained";
    String title = "The log of the interval is archived or kept: a backup can be rolled forward";
    List<String> problems = new ArrayList<>();
    double written = 0;
    for (String vm : databases) {
      Optional<DatabaseSettings> settings = DatabaseSettings.read(results.folder(), vm);
      Optional<Increase> wal = Samples.increase(results, vm, "pg_stat_wal", "wal_bytes");
      if (settings.isEmpty() || wal.isEmpty()) {
        return Check.notJudged(
            id, title, Severity.FATAL, "settings or pg_stat_wal of " + vm + " are missing");
      }
      double bytes = Math.max(0, wal.get().amount());
      written += bytes;
      whyNotKept(vm, settings.get(), wal.get()).ifPresent(problems::add);
    }
    return Check.of(
        id,
        title,
        Severity.FATAL,
        problems.isEmpty(),
        Text.format(
            "%d of %d databases keep theirs, %.2f GB in all",
            databases.size() - problems.size(), databases.size(), written / GIGABYTE),
        "all databases",
        RunRules.first(problems));
  }

  private Optional<String> whyNotKept(String vm, DatabaseSettings settings, Increase wal) {
    if (wal.amount() < 0) {
      return Optional.of(vm + ": its counters began anew in the interval");
    }
    if (Set.of("on", "always").contains(settings.get("archive_mode"))) {
      return whyNotArchived(vm, settings, wal);
    }
    double kept = megabytes(settings.get("wal_keep_size"));
    return kept * MEBIBYTE >= wal.amount()
        ? Optional.empty()
        : Optional.of(
            Text.format(
                "%s: archive_mode is off, and wal_keep_size keeps %.0f MB of %.0f MB",
                vm, kept, wal.amount() / MEBIBYTE));
  }

  private Optional<String> whyNotArchived(String vm, DatabaseSettings settings, Increase wal) {
    Optional<Increase> archived = archiver(vm, "archived_count");
    Optional<Increase> failed = archiver(vm, "failed_count");
    if (archived.isEmpty() || failed.isEmpty()) {
      return Optional.of(vm + ": pg_stat_archiver was not sampled");
    }
    if (failed.get().amount() != 0) {
      return Optional.of(Text.format("%s: archiving failed %.0f times", vm, failed.get().amount()));
    }
    // What is under way stays in place until it is archived; none at all is no archiving.
    double segments = wal.amount() / megabytesOfSegment(settings) / MEBIBYTE;
    return segments >= 2 && archived.get().amount() < 1
        ? Optional.of(Text.format("%s: no file of %.0f was archived", vm, segments))
        : Optional.empty();
  }

  private Optional<Increase> archiver(String vm, String column) {
    return Samples.increase(results, vm, "pg_stat_archiver", column);
  }

  private static double megabytesOfSegment(DatabaseSettings settings) {
    double bytes = megabytes(settings.get("wal_segment_size"));
    return bytes > 0 ? bytes / MEBIBYTE : 16;
  }

  private static double megabytes(String setting) {
    return setting.matches("\\d{1,15}") ? Double.parseDouble(setting) : 0;
  }

  /**
   * What one file system has to take.
   *
   * @param perHour bytes by which the databases on it grow
   */
  private record Demand(double perHour, List<String> shares) {

    static Demand of(double perHour, String vm) {
      return new Demand(perHour, List.of(Text.format("%s %.3f GB/h", vm, perHour / GIGABYTE)));
    }

    Demand and(Demand other) {
      List<String> all = new ArrayList<>(shares);
      all.addAll(other.shares);
      return new Demand(perHour + other.perHour, all);
    }

    double bytes() {
      return perHour * HOURS_PER_DAY * BUSINESS_DAYS;
    }
  }

  private Check space() {
    String id = "space-60-days";
    String title = "The disks have room for 60 business days of growth";
    Map<String, Double> free = new TreeMap<>();
    Map<String, Demand> demands = new TreeMap<>();
    for (VmMachine machine : VmMachine.of(plan)) {
      Map<String, Double> ofMachine = freeBytes(machine.name());
      for (String vm : machine.databases()) {
        for (Storage storage : List.of(Storage.DATA, Storage.INDEX)) {
          Optional<String> folder = folder(vm, storage);
          Optional<String> mount = folder.flatMap(name -> mountOf(name, ofMachine));
          Optional<Increase> growth = growth(vm, storage);
          if (mount.isEmpty() || growth.isEmpty()) {
            return Check.notJudged(
                id, title, Severity.FATAL, whyUnknown(machine, vm, folder, growth));
          }
          String place = place(machine, mount.get());
          free.put(place, ofMachine.get(mount.get()));
          double perHour = Math.max(0, growth.get().perHour());
          demands.merge(place, Demand.of(perHour, vm + " " + storage.label()), Demand::and);
        }
      }
    }
    return judge(id, title, demands, free);
  }

  /** Where a database has its tables or indexes; empty if it did not tell. */
  private Optional<String> folder(String vm, Storage storage) {
    return Optional.ofNullable(plan.provider().tablespaces().get(storage))
        .or(
            () ->
                DatabaseSettings.read(results.folder(), vm)
                    .map(settings -> settings.get("data_directory"))
                    .filter(name -> !name.isEmpty()));
  }

  private Optional<Increase> growth(String vm, Storage storage) {
    String column = storage == Storage.DATA ? "table_bytes" : "index_bytes";
    return Samples.increase(results, vm, "sizes", column);
  }

  private static String whyUnknown(
      VmMachine machine, String vm, Optional<String> folder, Optional<Increase> growth) {
    if (folder.isEmpty()) {
      return "settings/ does not tell data_directory of "
          + vm
          + ": GRANT pg_read_all_settings TO quartet lets the role see it";
    }
    return growth.isEmpty()
        ? "stats/" + vm + "/sizes.csv has no two samples of the interval"
        : Text.format(
            "stats/%s/space.csv does not show the file system of %s", machine.name(), folder.get());
  }

  private static Check judge(
      String id, String title, Map<String, Demand> demands, Map<String, Double> free) {
    List<String> needs = new ArrayList<>();
    List<String> frees = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    boolean holds = true;
    for (Map.Entry<String, Demand> one : demands.entrySet()) {
      Demand demand = one.getValue();
      double room = free.get(one.getKey());
      holds &= demand.bytes() <= room;
      needs.add(Text.format("%.1f GB on %s", demand.bytes() / GIGABYTE, one.getKey()));
      frees.add(Text.format("%.1f GB", room / GIGABYTE));
      tables.add(
          Text.format(
              "%s grows by %.3f GB/h x 8 h x 60 days: %s",
              one.getKey(), demand.perHour / GIGABYTE, String.join(", ", demand.shares)));
    }
    return Check.of(
        id,
        title,
        Severity.FATAL,
        holds,
        String.join(", ", needs),
        String.join(", ", frees) + " free",
        String.join("; ", tables));
  }

  /** A file system, with its machine where there are several. */
  private String place(VmMachine machine, String mount) {
    return plan.provider().hosts().isEmpty()
        ? mount
        : mount + " of the machine of " + machine.name();
  }

  /** Free bytes of a machine by mount point, from the last sample of the interval. */
  private Map<String, Double> freeBytes(String machine) {
    Map<String, Double> free = new TreeMap<>();
    StatsCsv.forEach(
        results.folder(),
        machine,
        "space",
        line -> {
          if (line.utcMillis() <= results.figures().endUtcMillis()) {
            line.number("available_kib").ifPresent(kib -> free.put(line.text("mount"), kib * 1024));
          }
        });
    return free;
  }

  private static Optional<String> mountOf(String folder, Map<String, Double> free) {
    return free.keySet().stream()
        .filter(mount -> Path.of(folder).startsWith(mount))
        .max(Comparator.comparingInt(String::length));
  }
}
