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
import io.quartet.model.Text;
import io.quartet.model.VmMachine;
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
   * A file system.
   *
   * @param mount where it is mounted, with its machine where there are several
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
   * @throws QuartetException RESULTS_UNREADABLE if a file of settings or a {@code space.csv} is
   *     damaged
   */
  public static SpaceForecast of(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
    return new Reader(folder, figures, space).forecast();
  }

  private static final class Reader {
    private final ResultsFolder folder;
    private final RunFigures figures;
    private final RunPlan plan;
    private final SpaceStatistics space;
    private final Map<String, Double> freeByMount = new TreeMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, List<Part>> partsByMount = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();

    Reader(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
      this.folder = folder;
      this.figures = figures;
      this.plan = figures.plan();
      this.space = space;
    }

    SpaceForecast forecast() {
      for (VmMachine machine : VmMachine.of(plan)) {
        Map<String, Double> free = freeBytes(machine.name());
        if (free.isEmpty() && !machine.databases().isEmpty()) {
          missing.add("stats/" + machine.name() + "/space.csv has no samples");
        }
        machine.databases().forEach(vm -> add(machine, vm, free));
      }
      List<FileSystem> fileSystems = new ArrayList<>();
      partsByMount.forEach(
          (mount, onIt) -> fileSystems.add(new FileSystem(mount, onIt, freeByMount.get(mount))));
      return new SpaceForecast(parts, fileSystems, missing);
    }

    private void add(VmMachine machine, String vm, Map<String, Double> free) {
      Optional<Part> tables = part(vm, Storage.DATA, Sample::tableBytes);
      Optional<Part> indexes = part(vm, Storage.INDEX, Sample::indexBytes);
      if (tables.isEmpty() || indexes.isEmpty()) {
        missing.add("stats/" + vm + "/sizes.csv has no two samples of the interval");
        return;
      }
      for (Part part : List.of(tables.get(), indexes.get())) {
        parts.add(part);
        if (!free.isEmpty()) {
          place(part, machine, free);
        }
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

    private void place(Part part, VmMachine machine, Map<String, Double> free) {
      Optional<String> folder = folder(part);
      if (folder.isEmpty()) {
        missing.add(
            "settings/ does not tell data_directory of "
                + part.vm()
                + ": GRANT pg_read_all_settings TO quartet lets the role see it");
        return;
      }
      mountOf(folder.get(), free)
          .ifPresentOrElse(
              mount -> {
                String place = place(machine, mount);
                freeByMount.put(place, free.get(mount));
                partsByMount.computeIfAbsent(place, key -> new ArrayList<>()).add(part);
              },
              () ->
                  missing.add(
                      Text.format(
                          "stats/%s/space.csv does not show the file system of %s",
                          machine.name(), folder.get())));
    }

    /** Where a database has its tables or indexes; empty if it did not tell. */
    private Optional<String> folder(Part part) {
      return Optional.ofNullable(plan.provider().tablespaces().get(part.storage()))
          .or(
              () ->
                  DatabaseSettings.read(folder, part.vm())
                      .map(settings -> settings.get("data_directory"))
                      .filter(name -> !name.isEmpty()));
    }

    private String place(VmMachine machine, String mount) {
      return plan.provider().hosts().isEmpty()
          ? mount
          : mount + " of the machine of " + machine.name();
    }

    private static Optional<String> mountOf(String folder, Map<String, Double> free) {
      return free.keySet().stream()
          .filter(mount -> Path.of(folder).startsWith(mount))
          .max(Comparator.comparingInt(String::length));
    }

    /** Free bytes of a machine by mount point, from the last sample of the interval. */
    private Map<String, Double> freeBytes(String machine) {
      Map<String, Double> free = new TreeMap<>();
      StatsCsv.forEach(
          folder,
          machine,
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
