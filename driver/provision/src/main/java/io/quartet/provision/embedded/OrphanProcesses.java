package io.quartet.provision.embedded;

import io.quartet.provision.MachineChange;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Orphaned processes below a data folder, recognized by their program and working folder. Processes
 * of Quartet never change their working folder. So a foreign process with a recycled id, or an
 * operator's shell in the folder, is not mistaken for an orphan.
 */
final class OrphanProcesses {

  /**
   * Names in the command lines of the kit: servers and their tools, the loader, Tier A,
   * supervisors.
   */
  private static final Pattern OURS =
      Pattern.compile(
          "(^|/)(postgres|initdb|pg_ctl|pg_basebackup|quartet-load)(\\s|$|:)"
              + "|io\\.quartet\\.cli\\.Main|/lib/supervise(\\s|$)");

  private OrphanProcesses() {}

  /** Ids of our processes that work in the folder or below it. */
  public static List<Long> in(Path folder) {
    Set<Path> places = places(folder);
    return ProcessHandle.allProcesses()
        .map(ProcessHandle::pid)
        .filter(pid -> pid != ProcessHandle.current().pid() && isOurs(pid, places))
        .toList();
  }

  /** True if that process is one of ours that works in the folder or below it. */
  public static boolean in(Path folder, long pid) {
    return isOurs(pid, places(folder));
  }

  /**
   * The folder as the kernel knows it, and the data of servers to which links in it lead: an
   * operator may have moved them to another disk.
   */
  private static Set<Path> places(Path folder) {
    Set<Path> places = new HashSet<>();
    places.add(DataFolder.real(folder));
    try (Stream<Path> vms = Files.list(folder)) {
      vms.map(vm -> vm.resolve("data"))
          .filter(data -> Files.exists(data.resolve("PG_VERSION")))
          .map(DataFolder::real)
          .forEach(places::add);
    } catch (IOException | UncheckedIOException e) {
      // There is no such folder, or nothing in it that this account could have started.
      return places;
    }
    return places;
  }

  private static boolean isOurs(long pid, Set<Path> places) {
    try {
      Path process = Path.of("/proc", Long.toString(pid));
      String command = Files.readString(process.resolve("cmdline")).replace('\0', ' ');
      return OURS.matcher(command).find() && worksIn(process, command, places);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean worksIn(Path process, String command, Set<Path> places)
      throws IOException {
    try {
      Path workingFolder = Files.readSymbolicLink(process.resolve("cwd"));
      return places.stream().anyMatch(workingFolder::startsWith);
    } catch (AccessDeniedException e) {
      // In a container even root may not see it of another account. A server names its folder, and
      // sessions are its children.
      return places.stream().anyMatch(place -> command.contains(" " + place))
          || parent(process).map(parent -> isOurs(parent, places)).orElse(false);
    }
  }

  private static Optional<Long> parent(Path process) {
    return ProcessHandle.of(Long.parseLong(process.getFileName().toString()))
        .flatMap(ProcessHandle::parent)
        .map(ProcessHandle::pid);
  }

  /**
   * Ends them: database servers at once, the others with TERM, and with KILL what is left after a
   * while.
   *
   * @return false if some could not be ended
   */
  static boolean end(Path folder) {
    List<Long> all = in(folder);
    if (all.isEmpty()) {
      return true;
    }
    Set<Long> servers = all.stream().filter(OrphanProcesses::isServer).collect(Collectors.toSet());
    for (long pid : all) {
      boolean isBackend =
          ProcessHandle.of(pid)
              .flatMap(ProcessHandle::parent)
              .map(parent -> servers.contains(parent.pid()))
              .orElse(false);
      if (!isBackend) {
        signal(isServer(pid) ? "QUIT" : "TERM", List.of(pid));
      }
    }
    if (!areGoneWithin(folder, Duration.ofSeconds(6))) {
      signal("KILL", in(folder));
    }
    return areGoneWithin(folder, Duration.ofSeconds(3));
  }

  /**
   * Ends a database server with its sessions as if their machine had lost its power: all of them at
   * one moment, so that no session answers that outlived the server.
   *
   * @param folder data folder of that server alone
   * @param postmaster its main process
   * @return false if some could not be ended
   */
  static boolean kill(Path folder, long postmaster) {
    // Standing still it starts no more sessions, and they answer nobody.
    signal("STOP", List.of(postmaster));
    List<Long> all = in(folder);
    signal("STOP", all);
    signal("KILL", all);
    return areGoneWithin(folder, Duration.ofSeconds(10));
  }

  /**
   * How a server and its sessions are made to stand still, and to go on.
   *
   * @param folder data folder of the server
   * @param postmaster its main process
   */
  static MachineChange pause(Path folder, long postmaster) {
    return new MachineChange(
        signalOf(folder, postmaster, "STOP"), signalOf(folder, postmaster, "CONT"));
  }

  private static List<String> signalOf(Path folder, long postmaster, String name) {
    return EventScript.here(
        List.of("signal", name, Long.toString(postmaster), DataFolder.real(folder).toString()));
  }

  private static boolean isServer(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .map(command -> Path.of(command).endsWith("postgres"))
        .orElse(false);
  }

  private static void signal(String name, List<Long> processes) {
    List<String> command = new ArrayList<>(List.of("kill", "-s", name));
    processes.forEach(pid -> command.add(pid.toString()));
    Commands.run(Path.of("/"), command);
  }

  private static boolean areGoneWithin(Path folder, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!in(folder).isEmpty()) {
      if (System.nanoTime() > deadline || !Waiting.pause(Duration.ofMillis(50))) {
        return in(folder).isEmpty();
      }
    }
    return true;
  }
}
