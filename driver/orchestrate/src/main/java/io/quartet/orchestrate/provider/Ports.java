package io.quartet.orchestrate.provider;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells whether an address can be listened on, and who is in the way. */
final class Ports {

  private static final String LISTENING = "0A";

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
      throw new QuartetException(
          QuartetException.Kind.ENVIRONMENT,
          "PORT_IN_USE",
          host
              + ":"
              + port
              + " cannot be used ("
              + e.getMessage()
              + holder(port).map(process -> "; held by " + process).orElse("")
              + "). Stop what listens there, or set provider.port to a free port.",
          e);
    }
  }

  /** Process that listens on the port, as {@code name (process 123)}. */
  static Optional<String> holder(int port) {
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      try {
        Optional<String> process =
            Files.readAllLines(Path.of(table)).stream()
                .skip(1)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> isListening(fields, port))
                .flatMap(fields -> owner("socket:[" + fields[9] + "]").stream())
                .findFirst();
        if (process.isPresent()) {
          return process;
        }
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static boolean isListening(String[] fields, int port) {
    String suffix = Text.format(":%04X", port);
    return fields.length > 9 && fields[1].endsWith(suffix) && fields[3].equals(LISTENING);
  }

  private static Optional<String> owner(String socket) {
    return ProcessHandle.allProcesses()
        .filter(process -> holds(process.pid(), socket))
        .findFirst()
        .map(
            process ->
                process.info().command().map(c -> Path.of(c).getFileName() + " ").orElse("")
                    + "(process "
                    + process.pid()
                    + ")");
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
