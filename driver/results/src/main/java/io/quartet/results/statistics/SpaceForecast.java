package io.quartet.results.statistics;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.results.RunFigures;
import io.quartet.results.folder.ResultsFolder;
import io.quartet.results.folder.StatsCsv;
import io.quartet.results.statistics.SpaceStatistics.Database;
import io.quartet.results.system.DatabaseSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Room that sixty business days would take, if tables and indexes went on growing as within the
 * measured interval. Rule 32 of docs/audit.md, "The rules". Immutable.
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

    /** The space needed for all days of the rule. */
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
   * @param figures of a run whose plan is known
   * @param space sizes of its databases
   * @throws QuartetException RESULTS_UNREADABLE if a file of settings or a {@code space.csv} is
   *     damaged
   */
  public static SpaceForecast of(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
    return new Reader(folder, figures, space).forecast();
  }

  private static final class Reader {
    private final ResultsFolder folder;
    private final Samples samples;
    private final RunPlan plan;
    private final SpaceStatistics space;
    private final Map<String, Double> freeByMount = new TreeMap<>();
    private final Map<String, String> mountOfDevice = new TreeMap<>();
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, List<Part>> partsByMount = new TreeMap<>();
    private final List<String> missing = new ArrayList<>();

    Reader(ResultsFolder folder, RunFigures figures, SpaceStatistics space) {
      this.folder = folder;
      this.samples = new Samples(folder, figures.interval());
      this.plan = figures.plan().orElseThrow();
      this.space = space;
    }

    SpaceForecast forecast() {
      for (VmMachine machine : VmMachine.of(plan)) {
        Map<String, Room> free = room(machine.name());
        if (free.isEmpty() && !machine.databases().isEmpty()) {
          missing.add(
              "stats/" + machine.name() + "/space.csv has no samples at the end of the interval");
        }
        machine.databases().forEach(vm -> add(machine, vm, free));
      }
      List<FileSystem> fileSystems = new ArrayList<>();
      partsByMount.forEach(
          (mount, onIt) -> fileSystems.add(new FileSystem(mount, onIt, freeByMount.get(mount))));
      return new SpaceForecast(parts, fileSystems, missing.stream().distinct().toList());
    }

    private void add(VmMachine machine, String vm, Map<String, Room> free) {
      Optional<Part> tables = part(vm, Storage.DATA, Database::tableBytes);
      Optional<Part> indexes = part(vm, Storage.INDEX, Database::indexBytes);
      if (tables.isEmpty() || indexes.isEmpty()) {
        missing.add(
            "stats/" + vm + "/sizes.csv has no samples near the begin and the end of the interval");
        return;
      }
      for (Part part : List.of(tables.get(), indexes.get())) {
        parts.add(part);
        if (!free.isEmpty()) {
          place(part, machine, free);
        }
      }
    }

    private Optional<Part> part(String vm, Storage storage, Function<Database, TimeSeries> bytes) {
      return space.databases().stream()
          .filter(database -> database.set().vmName(database.role()).equals(vm))
          .flatMapToDouble(database -> samples.growthPerHour(bytes.apply(database)).stream())
          .mapToObj(growth -> new Part(vm, storage, Math.max(0, growth)))
          .findFirst();
    }

    private void place(Part part, VmMachine machine, Map<String, Room> free) {
      Optional<String> folder = folder(part);
      if (folder.isEmpty()) {
        missing.add(
            "settings/ does not show data_directory of "
                + part.vm()
                + ". To record it, run GRANT pg_read_all_settings TO quartet there");
        return;
      }
      MountPoints.of(folder.get(), free.keySet())
          .ifPresentOrElse(
              mount -> {
                Room room = free.get(mount);
                // Several mounts of a device have the same room.
                String place =
                    mountOfDevice.computeIfAbsent(
                        machine.name() + " " + room.device(), key -> place(machine, mount));
                freeByMount.put(place, room.bytes());
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
      return plan.provider().isLocal() ? mount : mount + " of the machine of " + machine.name();
    }

    /** Free bytes of a mounted device. */
    private record Room(String device, double bytes) {}

    /** By mount point, at the end of the interval; empty without a sample near it. */
    private Map<String, Room> room(String machine) {
      Map<String, Room> free = new TreeMap<>();
      long[] last = {Long.MIN_VALUE};
      StatsCsv.forEach(
          folder,
          machine,
          MountPoints.SOURCE,
          line -> {
            OptionalDouble kib = line.number("available_kib");
            if (line.utcMillis() <= samples.interval().endUtcMillis() && kib.isPresent()) {
              last[0] = line.utcMillis();
              free.put(line.text("mount"), new Room(line.text("device"), kib.getAsDouble() * 1024));
            }
          });
      return samples.isNearEnd(last[0]) ? free : Map.of();
    }
  }
}
