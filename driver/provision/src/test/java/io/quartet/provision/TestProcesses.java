package io.quartet.provision;

import io.quartet.model.Address;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds processes that the tests let run. */
public final class TestProcesses {

  private TestProcesses() {}

  /**
   * Kills the Tier A that this process started to listen on an address, and waits until its
   * supervisors have ended too: the last thing they do is to remove its control group.
   */
  public static void killTierA(Address address) {
    ProcessHandle tierA =
        ProcessHandle.allProcesses()
            .filter(process -> isTierA(commandLine(process), address.toString()))
            .findFirst()
            .orElseThrow();
    List<ProcessHandle> family = new ArrayList<>();
    for (ProcessHandle process = tierA;
        process.pid() != ProcessHandle.current().pid();
        process = process.parent().orElseThrow()) {
      family.add(process);
    }
    tierA.destroyForcibly();
    family.forEach(process -> process.onExit().join());
  }

  /** True if something listens there. */
  public static boolean accepts(Address address) {
    try (Socket socket = new Socket(address.host(), address.port())) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** The process itself: its supervisor has the same words further on. */
  private static boolean isTierA(List<String> command, String address) {
    return command.get(0).endsWith("quartet-tier-a") && command.contains(address);
  }

  /** Java itself tells no command line that is as long as one with a class path. */
  private static List<String> commandLine(ProcessHandle process) {
    Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
    try {
      return List.of(Files.readString(file, StandardCharsets.ISO_8859_1).split("\0", -1));
    } catch (IOException e) {
      return List.of("");
    }
  }
}
