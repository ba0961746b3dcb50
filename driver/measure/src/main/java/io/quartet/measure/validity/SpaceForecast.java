package io.quartet.measure.validity;

import io.quartet.measure.results.DatabaseSettings;
import io.quartet.measure.results.ResultsFolder;
import io.quartet.measure.results.RunFigures;
import io.quartet.measure.results.StatsCsv;
import io.quartet.measure.statistics.SpaceStatistics;
import io.quartet.measure.statistics.SpaceStatistics.Database;
import io.quartet.measure.statistics.SpaceStatistics.Sample;
import io.quartet.measure.validity.Samples.Increase;
import io.quartet.model.QuartetException;
import io.quartet.model.RunPlan;
import io.quartet.model.RunPlan.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Room that sixty business days would take, if tables and indexes went on growing as within the
 * measured interval. Rule 32 of run-rules.md section 3.4. Immutable.
 *
 * @param parts tables and indexes of every database whose growth is known, in the order of the Sets
 * @param fileSystems those that hold them, as far as known, by mount point
 * @param missing what is not known, each in words; the forecast can be judged only if there is none
 */
public record SpaceForecast(List<Part> parts, List<FileSystem> fileSystems, List<String> missing) {

  /** Days of the rule. */
  public static final int BUSINESS_DAYS = 60;

  /** Hours of the throughput of the run in each. */
  public static final int HOURS_PER_DAY = 8;

  public SpaceForecast {
    parts = List.copyOf(parts);
    fileSystems = List.copyOf(fileSystems);
    missing = List.copyOf(missing);
  }

  /**
   * The tables, or the indexes, of one database.
   *
   * @param storage {@code DATA} or {@code INDEX}
   * @param bytesPerHour growth; 0 if they shrank
   */
  public record Part(String vm, Storage storage, double bytesPerHour) {}

  /**
   * A file system of the driver's machine.
   *
   * @param parts what lies on it
   * @param freeBytes at the end of the measured interval
   */
  public record FileSystem(String mount, List<Part> parts, double freeBytes) {

    public FileSystem {
      parts = List.copyOf(parts);
    }

    /** By how much all of its parts grow. */
    public double bytesPerHour() {
      return parts.stream().mapToDouble(Part::bytesPerHour).sum();
    }

    /** What they need in all days of the rule. */
    public double neededBytes() {
      return needed(bytesPerHour());
    }

    /** True if there is room for that. */
    public boolean isEnough() {
      return neededBytes() <= freeBytes;
    }
  }

  /** Growth over all days of the rule, in bytes. */
  public static double needed(double bytesPerHour) {
    return bytesPerHour * HOURS_PER_DAY * BUSINESS_DAYS;
  }

  /**
   * Works it out.
   *
   * @param figures of the run, for its plan and interval
   * @param space sizes of its databases
   * @throws QuartetException RESULTS_UNREADABLE if a file of settings or {@code
   *     stats/host/space.csv} is damaged
   */
  public static SpaceForecast of(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
    return new Reader(folder, figures, space).forecast();
  }

  private static final class Reader {
    private final ResultsFolder folder;
    private final RunFigures figures;
    private final RunPlan plan;
    private final SpaceStatistics space;
    private final Map<String, Double> freeByMount;
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, List<Part>> partsByMount = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();

    Reader(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
      this.folder = folder;
      this.figures = figures;
      this.plan = figures.plan();
      this.space = space;
      this.freeByMount = freeBytes();
    }

    SpaceForecast forecast() {
      boolean areDisksSeen = plan.provider().hosts().isEmpty();
      if (!areDisksSeen) {
        missing.add(
            "the disks of prepared machines are not seen from here: compare the growth in"
                + " stats/*/sizes.csv, times 480 hours, with their free space");
      }
      plan.sets().stream()
          .flatMap(set -> plan.databaseRoles().stream().map(set::vmName))
          .forEach(vm -> add(vm, areDisksSeen));
      List<FileSystem> fileSystems = new ArrayList<>();
      partsByMount.forEach(
          (mount, onIt) -> fileSystems.add(new FileSystem(mount, onIt, freeByMount.get(mount))));
      return new SpaceForecast(parts, fileSystems, missing);
    }

    private void add(String vm, boolean areDisksSeen) {
      Optional<Part> tables = part(vm, Storage.DATA, Sample::tableBytes);
      Optional<Part> indexes = part(vm, Storage.INDEX, Sample::indexBytes);
      if (tables.isEmpty() || indexes.isEmpty()) {
        missing.add("stats/" + vm + "/sizes.csv has no two samples of the interval");
        return;
      }
      parts.add(tables.get());
      parts.add(indexes.get());
      if (areDisksSeen) {
        place(tables.get());
        place(indexes.get());
      }
    }

    private Optional<Part> part(String vm, Storage storage, ToDoubleFunction<Sample> bytes) {
      return space.databases().stream()
          .filter(database -> database.set().vmName(database.role()).equals(vm))
          .flatMap(database -> growth(database, bytes).stream())
          .map(growth -> new Part(vm, storage, Math.max(0, growth.perHour())))
          .findFirst();
    }

    private Optional<Increase> growth(Database database, ToDoubleFunction<Sample> bytes) {
      NavigableMap<Long, Double> samples = new TreeMap<>();
      database
          .samples()
          .forEach(sample -> samples.put(sample.utcMillis(), bytes.applyAsDouble(sample)));
      return Samples.increase(figures, samples);
    }

    private void place(Part part) {
      Optional<DatabaseSettings> settings = DatabaseSettings.read(folder, part.vm());
      if (settings.isEmpty()) {
        missing.add("settings/ has no file of " + part.vm());
        return;
      }
      String home = settings.get().get("data_directory");
      String place = plan.provider().tablespaces().getOrDefault(part.storage(), home);
      mountOf(place)
          .ifPresentOrElse(
              mount -> partsByMount.computeIfAbsent(mount, m -> new ArrayList<>()).add(part),
              () -> missing.add("stats/host/space.csv does not show the file system of " + place));
    }

    private Optional<String> mountOf(String place) {
      return freeByMount.keySet().stream()
          .filter(mount -> Path.of(place).startsWith(mount))
          .max(Comparator.comparingInt(String::length));
    }

    /** Free bytes by mount point, from the last sample of the interval. */
    private Map<String, Double> freeBytes() {
      Map<String, Double> free = new TreeMap<>();
      StatsCsv.forEach(
          folder,
          HostRules.VM,
          "space",
          line -> {
            if (line.utcMillis() <= figures.endUtcMillis()) {
              line.number("available_kib")
                  .ifPresent(kib -> free.put(line.text("mount"), kib * 1024));
            }
          });
      return free;
    }
  }
}
