package io.quartet.provision.internal.prepared;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.plan.VmMachine;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.DatabaseBytes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Names and folders of what Quartet makes on machines for one plan. */
public record MachinePlaces(RunPlan plan, Preparation preparation) {

  /** For a plan whose machines Quartet prepares. */
  public static MachinePlaces of(RunPlan plan) {
    return new MachinePlaces(plan, plan.provider().preparation().orElseThrow());
  }

  /** Folder of everything that does not lie on other disks. */
  String folder() {
    return below(preparation.dataDirectory());
  }

  private String below(String root) {
    return root.replaceAll("/+$", "") + "/" + plan.name();
  }

  /** All folders of a machine that hold nothing else. */
  Set<String> folders(VmMachine machine) {
    Set<String> folders = new LinkedHashSet<>(List.of(folder()));
    if (!machine.databases().isEmpty()) {
      preparation.tablespaces().values().stream().sorted().map(this::below).forEach(folders::add);
    }
    return folders;
  }

  /**
   * Folders of machines in which the driver keeps its files, because a machine is this one; empty
   * if there are none.
   *
   * @param files folder of the driver's files for the plan, without symbolic links
   */
  public List<Problem> problems(Path files) {
    Map<DocumentPath, String> roots = new LinkedHashMap<>();
    DocumentPath provider = DocumentPath.ROOT.child("provider");
    roots.put(provider.child("dataDirectory"), preparation.dataDirectory());
    preparation
        .tablespaces()
        .forEach(
            (storage, root) ->
                roots.put(provider.child("tablespaces").child(storage.label()), root));
    List<Problem> problems = new ArrayList<>();
    roots.forEach(
        (key, root) -> {
          Path there = DataFolder.real(Path.of(below(root)));
          if (files.startsWith(there) || there.startsWith(files)) {
            machineHere().ifPresent(machine -> problems.add(taken(key, machine, there, files)));
          }
        });
    return problems;
  }

  private Problem taken(DocumentPath key, VmMachine machine, Path there, Path files) {
    return Problem.ofValue(
        key,
        "DATA_FOLDER_UNUSABLE",
        ("%s at %s is the machine of the driver, which keeps its files of this benchmark in %s. So"
                + " quartet up cannot make %s there. Set %s to another folder, for instance"
                + " /srv/quartet.")
            .formatted(machine.name(), machine.host(), files, there, key));
  }

  private Optional<VmMachine> machineHere() {
    return VmMachine.of(plan).stream().filter(machine -> isHere(machine.host())).findFirst();
  }

  private static boolean isHere(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false; // A name that only SSH knows, or a wrong one, which others report.
    }
  }

  /** Folder of a database, with its cluster in {@code data} and its log. */
  String home(VmSet set, VmRole role) {
    return folder() + "/" + set.vmName(role);
  }

  /** Log of a database server. */
  String log(VmSet set, VmRole role) {
    return home(set, role) + "/server.log";
  }

  /** Folders of a database on other disks. */
  Map<Storage, String> tablespaces(VmSet set, VmRole role) {
    Map<Storage, String> folders = new EnumMap<>(Storage.class);
    preparation
        .tablespaces()
        .forEach(
            (storage, root) ->
                folders.put(
                    storage,
                    below(root)
                        + "/"
                        + set.vmName(role)
                        + (storage == Storage.WAL ? "/wal" : "/tablespace-" + storage.label())));
    return folders;
  }

  /**
   * What the databases of a machine will take after their load, by folder.
   *
   * @param copies of the rows of each database
   */
  Map<String, Long> bytes(VmMachine machine, int copies) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (VmMachine.Vm vm : machine.vms()) {
      if (vm.role().isDatabase()) {
        bytes.merge(folder(), DatabaseBytes.base(), Long::sum);
        for (Storage storage : Storage.values()) {
          String root = preparation.tablespaces().get(storage);
          long more = DatabaseBytes.of(plan, vm.set(), vm.role(), storage);
          if (storage != Storage.WAL) {
            more *= 1 + copies;
          } else if (root != null) {
            more += DatabaseBytes.base() * (1 + copies);
          }
          bytes.merge(root == null ? folder() : below(root), more, Long::sum);
        }
      }
    }
    return bytes;
  }

  /** Name of the service of a VM. */
  public String unit(VmSet set, VmRole role) {
    return "quartet-" + plan.name() + "-" + set.vmName(role) + ".service";
  }

  /** Machine of a VM. */
  String host(VmSet set, VmRole role) {
    return plan.provider().address(set, role).host();
  }
}
