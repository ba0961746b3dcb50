package io.quartet.provision.internal;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.os.FileTrees;
import io.quartet.provision.os.Parallel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folder of the embedded provider for one plan name.
 *
 * <pre>
 * NAME.lock            held while a driver works on the name
 * NAME.events.json     how events that have begun are taken back, see EventJournal
 * NAME.a1-vm2.log      log of a server that did not start, until quartet down
 * NAME/quartet-data    marks the folder as ours; nothing is removed without it
 * NAME/state.json      what is up, see DeploymentState
 * NAME/servers.json    identifiers of the servers, see NotedServers
 * NAME/pgpass          password of the databases, 0600
 * NAME/log/            output of Tier A and the loader
 * NAME/a1-vm2/data     PGDATA
 * NAME/a1-vm2/socket   private socket folder
 * NAME/a1-vm2/server.log
 * </pre>
 *
 * @param root folder of all names
 */
public record DataFolder(Path root, String name) {

  /** Longest path of a Unix socket that every Linux takes, without its end. */
  private static final int LONGEST_SOCKET_PATH = 107;

  /** Bytes of a name in every file system that Linux has. */
  private static final int LONGEST_NAME = 255;

  /** Name of the file that marks a folder as ours. */
  public static final String MARK = "quartet-data";

  private static final int DELETERS = 8;
  private static final String SYSTEM_ROOT = "/var/lib/quartet";

  /**
   * The folder of a plan; creates nothing.
   *
   * @throws QuartetException DATA_INSIDE_CLONE, DATA_FOLDER_UNUSABLE
   */
  public static DataFolder of(RunPlan plan) {
    DataFolder data = unchecked(plan);
    data.requireUsable();
    return data;
  }

  /** The folder of a plan, whether it can be used or not; creates nothing. */
  public static DataFolder unchecked(RunPlan plan) {
    return new DataFolder(
        real(plan.provider().dataDirectory().map(Path::of).orElseGet(DataFolder::defaultRoot)),
        plan.name());
  }

  /** Problems with the folder; empty if it can be used. */
  public List<Problem> problems() {
    try {
      requireUsable();
      return List.of();
    } catch (QuartetException e) {
      DocumentPath path = DocumentPath.ROOT.child("provider").child("dataDirectory");
      return List.of(Problem.ofValue(path, e.kind(), e.code(), e.getMessage()));
    }
  }

  private void requireUsable() {
    requireOutsideClone(root, "provider.dataDirectory");
    requireFolder(root);
  }

  /** A folder that is there or can be made, and not that of the whole machine. */
  private static void requireFolder(Path root) {
    String problem = root.getParent() == null ? "the root folder /" : "";
    for (Path part = root; part != null && problem.isEmpty(); part = part.getParent()) {
      problem = problem(part, part.equals(root));
    }
    if (!problem.isEmpty()) {
      throw QuartetException.badInput(
          "DATA_FOLDER_UNUSABLE",
          ("the data folder %s is %s. Set provider.dataDirectory to another folder. The folder"
                  + " need not exist.")
              .formatted(root, problem));
    }
  }

  /** What is wrong with a part of the path of a folder; empty if nothing. */
  private static String problem(Path part, boolean isWhole) {
    Path name = part.getFileName();
    if (name != null && name.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      return "unusable, because a name in it is longer than " + LONGEST_NAME + " bytes";
    }
    // Something is there, but it may be a link that leads nowhere or to itself.
    if (Files.isDirectory(part) || !Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    if (Files.isSymbolicLink(part) && !Files.exists(part)) {
      return "unusable, because the symbolic link " + part + " leads to nothing";
    }
    return isWhole ? "a file" : "below the file " + part;
  }

  /**
   * A path without symbolic links, as far as it exists: the kernel knows files and working folders
   * by no other.
   */
  public static Path real(Path path) {
    Path absolute = path.toAbsolutePath();
    Path existing = DiskNeeds.existing(absolute);
    try {
      return existing.toRealPath().resolve(existing.relativize(absolute)).normalize();
    } catch (IOException e) {
      return absolute.normalize(); // Not readable: the code that uses it reports that.
    }
  }

  /**
   * Makes sure that data does not end in the clone.
   *
   * @param key key of the benchmark file that moves the folder
   * @throws QuartetException DATA_INSIDE_CLONE
   */
  public static void requireOutsideClone(Path folder, String key) {
    String home = System.getProperty("quartet.home", "");
    if (!home.isEmpty() && folder.startsWith(real(Path.of(home)))) {
      throw QuartetException.badInput(
          "DATA_INSIDE_CLONE",
          "the data folder %s lies inside the clone %s. Set %s to a folder outside it."
              .formatted(folder, home, key));
    }
  }

  private static Path defaultRoot() {
    if (ServerAccount.isRoot()) {
      return Path.of(SYSTEM_ROOT);
    }
    String state = System.getenv("XDG_STATE_HOME");
    Path base =
        state == null || state.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    return base.resolve("quartet");
  }

  public Path folder() {
    return root.resolve(name);
  }

  public Path lockFile() {
    return root.resolve(name + ".lock");
  }

  /** Beside the folder, which machines that others have prepared do not have. */
  Path eventJournal() {
    return root.resolve(name + ".events.json");
  }

  /** Where the log of a server that did not start outlives its folder. */
  public Path failedLog(String vm) {
    return root.resolve(name + "." + vm + ".log");
  }

  public Path stateFile() {
    return folder().resolve("state.json");
  }

  public Path serversFile() {
    return folder().resolve("servers.json");
  }

  public Path passwordFile() {
    return folder().resolve("pgpass");
  }

  public Path logFolder() {
    return folder().resolve("log");
  }

  private Path mark() {
    return folder().resolve(MARK);
  }

  public Path template() {
    return folder().resolve("template");
  }

  public Path vm(String vm) {
    return folder().resolve(vm);
  }

  /** Socket folder of a VM; elsewhere when the usual place is too deep for a socket address. */
  public Path socketFolder(String vm) {
    Path usual = vm(vm).resolve("socket");
    int socketNameLength = "/.s.PGSQL.65535.lock".length();
    return usual.toString().length() + socketNameLength <= LONGEST_SOCKET_PATH
        ? usual
        : overflow().resolve(vm);
  }

  /** Short folder for sockets, named after the long one. */
  Path overflow() {
    // Below /tmp anybody could have put a link of that name, for root to follow.
    return Path.of(
        ServerAccount.isRoot() ? "/run" : "/tmp",
        "quartet-" + Text.format("%08x", folder().hashCode()));
  }

  /** Creates the folder so that the account can reach it. */
  public void create(ServerAccount account) throws IOException {
    createOpen(folder());
    Files.writeString(mark(), "Made by Quartet, which removes this folder with 'quartet down'.\n");
    Files.createDirectories(logFolder());
    if (!account.canReach(folder())) {
      throw QuartetException.environment(
          "DATA_FOLDER_CLOSED",
          ("the account %s cannot enter %s. Set provider.dataDirectory to a folder that other "
                  + "accounts can traverse.")
              .formatted(account.name(), folder()));
    }
  }

  /** Creates a folder and its parents. Other accounts may enter them, independent of the umask. */
  static void createOpen(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      createOpen(folder.getParent());
      try {
        Files.createDirectory(folder);
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      } catch (FileAlreadyExistsException e) {
        // Another driver, with a plan of another name, was quicker.
        return;
      }
    }
  }

  /** Creates a folder that only the account can enter. */
  public static void createPrivate(Path folder, ServerAccount account) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    account.own(folder);
  }

  /** Writes a file that only its owner can read; replaces an old one in one step. */
  public static void writeSecret(Path file, String text) throws IOException {
    WholeFile.writeSecret(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The error if files in a folder of the driver cannot be read or written. */
  public static QuartetException closed(Path folder, IOException cause) {
    return QuartetException.environment(
        "DATA_FOLDER_CLOSED",
        "cannot work in %s (%s). Make room there, or give this account the right to read and write."
            .formatted(folder, cause),
        cause);
  }

  /**
   * Makes sure that the folder is one that Quartet made, or not there, or empty.
   *
   * @throws QuartetException DATA_FOLDER_FOREIGN
   */
  public void requireOurs() {
    try (Stream<Path> parts = Files.list(folder())) {
      if (Files.exists(mark()) || parts.findAny().isEmpty()) {
        return;
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      throw FileTrees.cannotRemove(folder(), e);
    }
    throw QuartetException.environment(
        "DATA_FOLDER_FOREIGN",
        folder()
            + " holds files that Quartet did not create. Nothing was changed. Rename the benchmark,"
            + " or set provider.dataDirectory to another folder.");
  }

  /** Removes everything of this name but the lock; the mark last. */
  public void delete() {
    deleteMarked(folder(), mark());
    FileTrees.delete(overflow());
  }

  /** Removes a folder; the file that marks it as ours last, so that it can be done again. */
  public static void deleteMarked(Path folder, Path mark) {
    // Each cluster has a thousand files: alone, one thread would mostly wait for the disk.
    try (Stream<Path> parts = Files.list(folder)) {
      List<Path> unmarked = parts.filter(part -> !part.equals(mark)).toList();
      Parallel.forEach(unmarked, DELETERS, FileTrees::delete);
    } catch (NoSuchFileException e) {
      // Nothing was made yet.
    } catch (IOException e) {
      throw FileTrees.cannotRemove(folder, e);
    }
    FileTrees.delete(folder);
  }
}
