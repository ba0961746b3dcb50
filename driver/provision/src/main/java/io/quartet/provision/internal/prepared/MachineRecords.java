package io.quartet.provision.internal.prepared;

import io.quartet.model.QuartetException;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.plan.VmMachine.Vm;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The machines on which {@code quartet up} may have made something, a file {@code HOST.vms} for
 * each with the names of its VMs. A machine is noted before anything is made on it, and forgotten
 * once nothing is left.
 *
 * @param folder of these files, in one that exists
 */
record MachineRecords(Path folder) {

  private static final String SUFFIX = ".vms";

  /** False if it is not known which machines they are. */
  boolean areKnown() {
    return Files.exists(folder);
  }

  /**
   * Names of the VMs by the address of their machine; empty if it is not known.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  Map<String, List<String>> all() {
    Map<String, List<String>> all = new TreeMap<>();
    if (!areKnown()) {
      return all;
    }
    try (Stream<Path> files = Files.list(folder)) {
      // Not what a kill has left of writing one.
      for (Path file : files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
        String name = file.getFileName().toString();
        all.put(name.substring(0, name.length() - SUFFIX.length()), Files.readAllLines(file));
      }
      return all;
    } catch (IOException e) {
      throw DataFolder.closed(folder, e);
    }
  }

  /** Addresses of the machines. */
  Set<String> hosts() {
    return all().keySet();
  }

  /** The file of a machine. */
  Path file(String host) {
    return folder.resolve(host + SUFFIX);
  }

  /**
   * Notes machines.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  void note(List<VmMachine> machines) {
    try {
      Files.createDirectories(folder);
      for (VmMachine machine : machines) {
        List<String> vms = machine.vms().stream().map(Vm::name).toList();
        WholeFile.write(
            file(machine.host()), (String.join("\n", vms) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw DataFolder.closed(folder, e);
    }
  }

  /**
   * Forgets a machine.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  void forget(VmMachine machine) {
    try {
      Files.deleteIfExists(file(machine.host()));
    } catch (IOException e) {
      throw DataFolder.closed(folder, e);
    }
  }
}
