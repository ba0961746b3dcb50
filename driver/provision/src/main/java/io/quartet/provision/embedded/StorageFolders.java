package io.quartet.provision.embedded;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.ServerAccount;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Folders on other disks that hold parts of the databases of one plan name.
 *
 * <pre>
 * DIR/NAME/quartet-data       says that the folder is ours, and whose; nothing is removed without it
 * DIR/NAME/a1-vm2/tablespace-data, tablespace-index, wal
 * </pre>
 *
 * @param data the data folder of the same name, which may lie in one of these folders as well
 * @param roots DIR of each storage that lies elsewhere, absolute
 */
record StorageFolders(DataFolder data, Map<Storage, Path> roots) {

  StorageFolders {
    roots = Map.copyOf(roots);
  }

  /**
   * The folders a plan names; creates nothing.
   *
   * @throws QuartetException DATA_INSIDE_CLONE
   */
  static StorageFolders of(RunPlan plan, DataFolder data) {
    StorageFolders folders = of(data, plan.provider().tablespaces());
    folders.roots.forEach((storage, root) -> DataFolder.requireOutsideClone(root, key(storage)));
    return folders;
  }

  static StorageFolders of(DataFolder data, Map<Storage, String> names) {
    Map<Storage, Path> roots = new EnumMap<>(Storage.class);
    names.forEach((storage, name) -> roots.put(storage, DataFolder.real(Path.of(name))));
    return new StorageFolders(data, roots);
  }

  /** The problems of the folders, by key; empty if all can be used. Creates nothing. */
  List<Problem> problems(ServerAccount account) {
    List<Problem> problems = new ArrayList<>();
    new TreeMap<>(roots)
        .forEach(
            (storage, root) -> {
              try {
                requireUsable(storage, root, account);
              } catch (QuartetException e) {
                DocumentPath path = new DocumentPath(List.of(key(storage).split("\\.")));
                problems.add(Problem.ofValue(path, e.kind(), e.code(), e.getMessage()));
              }
            });
    return problems;
  }

  /** Folder for a storage of a VM; empty when that lies in the data folder. */
  Optional<Path> folder(Storage storage, String vm) {
    return Optional.ofNullable(roots.get(storage))
        .map(root -> vmFolder(root, vm).resolve(folderName(storage)));
  }

  /** Folders of a VM in which no server has made anything: a tablespace would hold a folder. */
  Map<Storage, Path> untouched(String vm) {
    Map<Storage, Path> folders = new EnumMap<>(Storage.class);
    for (Storage storage : Storage.values()) {
      folder(storage, vm)
          .filter(StorageFolders::isUntouched)
          .ifPresent(path -> folders.put(storage, path));
    }
    return folders;
  }

  private static boolean isUntouched(Path folder) {
    try (Stream<Path> parts = Files.list(folder)) {
      return parts.findAny().isEmpty();
    } catch (IOException e) {
      return true;
    }
  }

  private Path vmFolder(Path root, String vm) {
    return planFolder(root).resolve(vm);
  }

  private Path planFolder(Path root) {
    return root.resolve(data.name());
  }

  private static String folderName(Storage storage) {
    return storage == Storage.WAL ? "wal" : "tablespace-" + storage.label();
  }

  private static String key(Storage storage) {
    return "provider.tablespaces." + storage.label();
  }

  /**
   * Creates the folder of this name on every disk, empty.
   *
   * @throws QuartetException STORAGE_FOLDER, DATA_FOLDER_FOREIGN
   */
  void create(ServerAccount account) {
    for (Map.Entry<Storage, Path> entry : roots.entrySet()) {
      try {
        create(entry.getKey(), entry.getValue(), account);
      } catch (IOException e) {
        throw unusable(entry.getKey(), entry.getValue(), "which cannot be written to (" + e + ")");
      }
    }
  }

  /**
   * Makes sure that the folder of this name is there and ours, or can be made.
   *
   * @throws QuartetException DATA_INSIDE_CLONE, STORAGE_FOLDER, DATA_FOLDER_FOREIGN
   */
  private void requireUsable(Storage storage, Path root, ServerAccount account) {
    DataFolder.requireOutsideClone(root, key(storage));
    if (root.equals(data.root())) {
      return; // Made with the data folder.
    }
    if (!Files.isDirectory(root)) {
      throw unusable(
          storage,
          root,
          Files.exists(root, LinkOption.NOFOLLOW_LINKS)
              ? "which is not a folder"
              : "which does not exist");
    }
    Path folder = planFolder(root);
    boolean isThere = Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    if (isThere && !isOurs(folder)) {
      throw foreign(storage, folder, null);
    }
    if (!Files.isWritable(isThere ? folder : root)) {
      throw unusable(storage, root, "which this account cannot write to");
    }
    try {
      if (!account.canReach(root)) {
        throw unusable(storage, root, "which the account " + account.name() + " cannot enter");
      }
    } catch (IOException e) {
      throw unusable(storage, root, "which cannot be checked (" + e + ")");
    }
  }

  private void create(Storage storage, Path root, ServerAccount account) throws IOException {
    requireUsable(storage, root, account);
    Path folder = planFolder(root);
    if (!folder.equals(data.folder()) && !isMarked(folder)) {
      if (!isOurs(folder)) {
        try {
          Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
          throw foreign(storage, folder, e);
        }
      }
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.writeString(mark(folder), markText());
    }
    if (!account.canReach(folder)) {
      throw unusable(storage, root, "which the account " + account.name() + " cannot enter");
    }
  }

  /** Creates the empty folders of one VM, for the server's account alone. */
  void create(String vm, ServerAccount account) throws IOException {
    for (Map.Entry<Storage, Path> entry : roots.entrySet()) {
      Path folder = vmFolder(entry.getValue(), vm);
      DataFolder.createPrivate(folder, account);
      DataFolder.createPrivate(folder.resolve(folderName(entry.getKey())), account);
    }
  }

  /** Removes the folders of this name that are ours, and nothing else; the marks last. */
  void delete() {
    roots.values().stream()
        .map(this::planFolder)
        .distinct()
        .filter(folder -> !folder.equals(data.folder()) && isOurs(folder))
        .forEach(folder -> DataFolder.deleteMarked(folder, mark(folder)));
  }

  /** True if it is marked, or empty, as when a driver was killed before it marked it. */
  private boolean isOurs(Path folder) {
    if (isMarked(folder)) {
      return true;
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (Stream<Path> parts = Files.list(folder)) {
      return parts.findAny().isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** True if this very name of this very data folder made it. */
  private boolean isMarked(Path folder) {
    try {
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && Files.readString(mark(folder)).equals(markText());
    } catch (IOException e) {
      return false;
    }
  }

  private static Path mark(Path folder) {
    return folder.resolve(DataFolder.MARK);
  }

  private String markText() {
    return "Made by Quartet for "
        + data.folder()
        + "; 'quartet down' removes this folder with what is in it.\n";
  }

  private static QuartetException unusable(Storage storage, Path root, String why) {
    return QuartetException.environment(
        "STORAGE_FOLDER",
        "%s names %s, %s. Create a folder that the servers can write to, or name another."
            .formatted(key(storage), root, why));
  }

  private static QuartetException foreign(Storage storage, Path folder, IOException cause) {
    return QuartetException.environment(
        "DATA_FOLDER_FOREIGN",
        ("%s already exists and Quartet did not create it for this benchmark. Nothing was"
                + " changed. Rename the benchmark, or change %s.")
            .formatted(folder, key(storage)),
        cause);
  }
}
