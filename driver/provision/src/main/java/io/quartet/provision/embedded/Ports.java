package io.quartet.provision.embedded;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.NameLock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Tells whether an address can be listened on, and who is in the way. */
final class Ports {

  private static final String LISTENING = "0A";
  private static final String ANY = "00000000";
  private static final String MAPPED = "FFFF0000";

  private Ports() {}

  /**
   * Makes sure that a socket can be bound.
   *
   * @throws QuartetException PORT_IN_USE naming the address and, if it can be seen, the process
   */
  static void requireFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(host), port));
    } catch (IOException e) {
      Optional<Listener> listener = listener(host, port);
      String way = listener.flatMap(Listener::way).orElse("Stop what listens there");
      throw QuartetException.environment(
          "PORT_IN_USE",
          "%s:%d cannot be used (%s%s). %s, or set provider.port to a free port."
              .formatted(
                  host,
                  port,
                  e.getMessage(),
                  listener.map(one -> "; held by " + one.name()).orElse(""),
                  way),
          e);
    }
  }

  /**
   * Who listens on an address.
   *
   * @param name as {@code postgres (process 123)}
   * @param process empty if it cannot be seen
   */
  record Listener(String name, Optional<ProcessHandle> process) {

    private static Listener of(Optional<ProcessHandle> process) {
      return new Listener(process.map(Listener::describe).orElse("an unknown process"), process);
    }

    private static String describe(ProcessHandle process) {
      String command =
          process.info().command().map(path -> Path.of(path).getFileName() + " ").orElse("");
      return command + "(process " + process.pid() + ")";
    }

    /** True if it works below the data folder of another benchmark, or has its servers there. */
    boolean isOfAnotherFolder(DataFolder ours) {
      return folder()
          .filter(folder -> !folder.startsWith(DataFolder.real(ours.folder())))
          .isPresent();
    }

    /** How a server of another benchmark frees its port; empty if it is none. */
    Optional<String> way() {
      return folder()
          .map(folder -> new DataFolder(folder.getParent(), folder.getFileName().toString()))
          .map(
              data ->
                  NameLock.holder(data)
                      .map(driver -> "Wait until " + driver + " ends, or stop it")
                      .orElse(
                          "It is a server of benchmark "
                              + data.name()
                              + ": run quartet down with its file, or quartet experiment --down if"
                              + " an experiment has kept it"));
    }

    /** The data folder of a benchmark that it works in. */
    private Optional<Path> folder() {
      return process
          .map(one -> Path.of("/proc", Long.toString(one.pid()), "cwd"))
          .map(DataFolder::real)
          .flatMap(Listener::marked);
    }

    private static Optional<Path> marked(Path folder) {
      return Stream.iterate(folder, Objects::nonNull, Path::getParent)
          .filter(part -> Files.exists(part.resolve(DataFolder.MARK)))
          .findFirst();
    }
  }

  /**
   * Who listens on an address, or on all of them.
   *
   * @param host IPv4 address
   */
  static Optional<Listener> listener(String host, int port) {
    Set<String> taken = asTheKernelWritesThem(host, port);
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      try (Stream<String> sockets = Files.lines(Path.of(table))) {
        Optional<String> inode =
            sockets
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields.length > 9 && fields[3].equals(LISTENING))
                .filter(fields -> taken.contains(fields[1]))
                .map(fields -> fields[9])
                .findFirst();
        if (inode.isPresent()) {
          return Optional.of(Listener.of(owner("socket:[" + inode.get() + "]")));
        }
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Each four bytes of an address from the last to the first, in IPv4 and as IPv6 has IPv4. */
  private static Set<String> asTheKernelWritesThem(String host, int port) {
    StringBuilder address = new StringBuilder();
    for (String part : host.split("\\.")) {
      address.insert(0, Text.format("%02X", Integer.parseInt(part)));
    }
    String suffix = Text.format(":%04X", port);
    return Set.of(
        address + suffix,
        ANY + suffix,
        ANY + ANY + MAPPED + address + suffix,
        ANY + ANY + ANY + ANY + suffix);
  }

  private static Optional<ProcessHandle> owner(String socket) {
    return ProcessHandle.allProcesses().filter(process -> holds(process.pid(), socket)).findFirst();
  }

  private static boolean holds(long pid, String socket) {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return descriptors.anyMatch(descriptor -> socket.equals(target(descriptor)));
    } catch (IOException e) {
      return false;
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return "";
    }
  }
}
