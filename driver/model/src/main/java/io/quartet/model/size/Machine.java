package io.quartet.model.size;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Resources of this machine.
 *
 * @param cores processors this process may use
 * @param memoryBytes memory of the machine, or of a control group that this process is in if that
 *     is less
 */
public record Machine(int cores, long memoryBytes) {

  public static Machine detect() {
    long memory =
        Long.parseLong(field(Path.of("/proc/meminfo"), "MemTotal").split(" ", 2)[0]) * 1024;
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        Math.min(
            memory,
            ControlGroupMemory.limit(Path.of("/proc/self/cgroup"), Path.of("/sys/fs/cgroup"))));
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
