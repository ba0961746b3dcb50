package io.quartet.run.internal.collect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one server of this machine read from disks and wrote to them since some moment: by the
 * counters of its control group, or else of its processes.
 *
 * <p>A group counts each device on which the folders of the server lie. It counts neither those
 * below them, which would count an operation again, nor programs that it reads from elsewhere. The
 * counters of processes are sums over all devices, without operations. They count a write when a
 * page is changed, and not when it reaches its disk.
 *
 * @param columns after {@code utc_ms}
 * @param rows one for each device, or one for all
 */
record ServerIo(List<String> columns, List<List<String>> rows) {

  /** Name of the file. */
  static final String SOURCE = "io";

  private static final List<String> OF_GROUP =
      List.of("device", "read_bytes", "written_bytes", "reads", "writes");
  private static final List<String> OF_PROCESSES = OF_GROUP.subList(0, 3);

  /** The group that Quartet made for the server. */
  private static final Pattern GROUP = Pattern.compile("[0-9]+:([^:]*):(.*/quartet/[^/]+/[^/]+)");

  private static final Pattern READ_BYTES = Pattern.compile("(?m)^read_bytes: ([0-9]+)$");
  private static final Pattern WRITE_BYTES = Pattern.compile("(?m)^write_bytes: ([0-9]+)$");

  /** Counters of a device in the order of {@link #OF_GROUP}. */
  private static final List<String> KEYS = List.of("rbytes", "wbytes", "rios", "wios");

  /**
   * Samples a server.
   *
   * @param root of the file system; tests have another one
   * @param process main process of the server
   * @return empty if it has ended, or belongs to another account
   */
  static Optional<ServerIo> of(Path root, long process) {
    try {
      Map<String, long[]> counts = ofGroup(root, process);
      if (!counts.isEmpty()) {
        Set<String> own = devices(root, process);
        List<List<String>> rows = new ArrayList<>();
        counts.forEach(
            (device, values) -> {
              if (own.isEmpty() || own.contains(device)) {
                rows.add(row(name(root, device), values));
              }
            });
        return Optional.of(new ServerIo(OF_GROUP, rows));
      }
      long[] sums = new long[2];
      addTree(root, process, sums);
      return Optional.of(new ServerIo(OF_PROCESSES, List.of(row("", sums))));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private static List<String> row(String device, long[] values) {
    List<String> row = new ArrayList<>(List.of(device));
    Arrays.stream(values).mapToObj(Long::toString).forEach(row::add);
    return row;
  }

  /** Counters by number of the device; none unless the server has a group that counts. */
  private static Map<String, long[]> ofGroup(Path root, long process) throws IOException {
    Path groups = root.resolve("sys/fs/cgroup");
    Map<String, long[]> counts = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file(root, process, "cgroup"))) {
      Matcher group = GROUP.matcher(line);
      if (!group.matches()) {
        continue;
      }
      String path = group.group(2).substring(1);
      if (group.group(1).isEmpty()) {
        Path counters = groups.resolve(path).resolve("io.stat");
        if (Files.exists(counters)) {
          Files.readAllLines(counters).forEach(device -> addVersion2(device, counts));
        }
      } else if (List.of(group.group(1).split(",")).contains("blkio")) {
        Path blkio = groups.resolve("blkio").resolve(path);
        addVersion1(blkio.resolve("blkio.throttle.io_service_bytes"), 0, counts);
        addVersion1(blkio.resolve("blkio.throttle.io_serviced"), 2, counts);
      }
    }
    return counts;
  }

  /** {@code 8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0}. */
  private static void addVersion2(String line, Map<String, long[]> counts) {
    String[] words = line.split(" ");
    long[] values = new long[KEYS.size()];
    for (String word : words) {
      int equals = word.indexOf('=');
      int key = equals < 0 ? -1 : KEYS.indexOf(word.substring(0, equals));
      if (key >= 0) {
        values[key] = Long.parseLong(word.substring(equals + 1));
      }
    }
    counts.put(words[0], values);
  }

  /** Lines {@code 8:0 Read 1} and {@code 8:0 Write 2}, among others. */
  private static void addVersion1(Path file, int first, Map<String, long[]> counts)
      throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      int place = words.length == 3 ? List.of("Read", "Write").indexOf(words[1]) : -1;
      if (place >= 0) {
        counts.computeIfAbsent(words[0], device -> new long[KEYS.size()])[first + place] =
            Long.parseLong(words[2]);
      }
    }
  }

  /** Numbers of the disks on which the folders of a server lie; none if they are not known. */
  private static Set<String> devices(Path root, long process) throws IOException {
    Path data = file(root, process, "cwd");
    List<Path> folders = new ArrayList<>(List.of(data, data.resolve("pg_wal")));
    Path tablespaces = data.resolve("pg_tblspc");
    if (Files.isDirectory(tablespaces)) {
      try (Stream<Path> links = Files.list(tablespaces)) {
        links.forEach(folders::add);
      }
    }
    Set<String> devices = new TreeSet<>();
    for (Path folder : folders) {
      if (Files.isDirectory(folder)) {
        disk(root, number((long) Files.getAttribute(folder, "unix:dev"))).ifPresent(devices::add);
      }
    }
    return devices;
  }

  /** As the C library packs it: {@code MAJOR:MINOR}. */
  static String number(long device) {
    long major = (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    long minor = (device & 0xff) | (device >>> 12 & 0xffffff00L);
    return major + ":" + minor;
  }

  /** Groups count whole disks, and not their partitions. */
  private static Optional<String> disk(Path root, String number) throws IOException {
    Path device = device(root, number);
    if (!Files.exists(device)) {
      return Optional.empty();
    }
    return Files.exists(device.resolve("partition"))
        ? Optional.of(Files.readString(device.toRealPath().resolveSibling("dev")).strip())
        : Optional.of(number);
  }

  private static Path device(Path root, String number) {
    return root.resolve("sys/dev/block").resolve(number);
  }

  private static String name(Path root, String number) {
    try {
      return device(root, number).toRealPath().getFileName().toString();
    } catch (IOException e) {
      return number;
    }
  }

  private static void addTree(Path root, long process, long[] sums) throws IOException {
    String counted = Files.readString(file(root, process, "io"));
    sums[0] += value(READ_BYTES, counted);
    sums[1] += value(WRITE_BYTES, counted);
    String children = Files.readString(file(root, process, "task/" + process + "/children"));
    for (String child : children.strip().split(" ")) {
      if (!child.isEmpty()) {
        try {
          addTree(root, Long.parseLong(child), sums);
        } catch (IOException e) {
          // It has just ended: what it did counts with its parent from now on.
          continue;
        }
      }
    }
  }

  private static long value(Pattern field, String text) {
    Matcher found = field.matcher(text);
    return found.find() ? Long.parseLong(found.group(1)) : 0;
  }

  private static Path file(Path root, long process, String name) {
    return root.resolve("proc").resolve(Long.toString(process)).resolve(name);
  }
}
