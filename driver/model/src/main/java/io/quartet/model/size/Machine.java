package io.quartet.model.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Resources of this machine.
 *
 * @param cores processors this process may use
 * @param memoryBytes memory of the machine, or of the control group we are in if that is less
 */
public record Machine(int cores, long memoryBytes) {

  private static final List<Path> MEMORY_LIMITS =
      List.of(
          Path.of("/sys/fs/cgroup/memory.max"),
          Path.of("/sys/fs/cgroup/memory/memory.limit_in_bytes"));

  public static Machine detect() {
    long memory =
        Long.parseLong(field(Path.of("/proc/meminfo"), "MemTotal").split(" ", 2)[0]) * 1024;
    for (Path limit : MEMORY_LIMITS) {
      memory = Math.min(memory, number(limit, memory));
    }
    return new Machine(Runtime.getRuntime().availableProcessors(), memory);
  }

  private static long number(Path file, long otherwise) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException e) {
      return otherwise;
    }
  }

  /** Facts for {@code run.json}: processor, memory, kernel, system, Java. */
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("cores", cores);
    facts.put("cpuModel", field(Path.of("/proc/cpuinfo"), "model name"));
    facts.put("memoryBytes", memoryBytes);
    facts.put("kernel", System.getProperty("os.version"));
    facts.put("architecture", System.getProperty("os.arch"));
    facts.put("system", field(Path.of("/etc/os-release"), "PRETTY_NAME").replace("\"", ""));
    facts.put(
        "java", System.getProperty("java.vm.name") + " " + System.getProperty("java.version"));
    return facts;
  }

  /** Value of the first line {@code name: value} or {@code name=value}; empty if there is none. */
  public static String field(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.split("[:=]", 2))
          .filter(parts -> parts.length == 2 && parts[0].strip().equals(name))
          .map(parts -> parts[1].strip())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }
}
