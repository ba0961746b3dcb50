package io.quartet.run.internal.load;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Tls;
import io.quartet.provision.os.OwnProgram;
import io.quartet.provision.os.OwnedProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Workers on this machine that are started for one run and end with this process. */
final class LocalWorkers implements AutoCloseable {

  private static final String HOST = "127.0.0.1";
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  private final List<OwnedProcess> processes = new ArrayList<>();

  /**
   * Starts them and returns at once.
   *
   * @param tls certificates, if they have to reach Tier As on other machines
   * @param logs folder of their logs; is made
   * @return where they will listen
   * @throws QuartetException WORKER_DID_NOT_START, PROCESS_NOT_STARTED
   */
  List<Address> start(int count, Optional<Tls> tls, Path logs) {
    try {
      Files.createDirectories(logs);
      List<Address> addresses = freePorts(count);
      for (Address address : addresses) {
        String name = name(processes.size() + 1);
        processes.add(
            OwnedProcess.start(
                new OwnedProcess.Spec(
                    name,
                    command(address, tls),
                    Map.of(),
                    logs,
                    logs.resolve(name + ".log"),
                    "TERM",
                    STOP_GRACE,
                    "",
                    List.of())));
      }
      return addresses;
    } catch (IOException e) {
      throw QuartetException.environment(
          "WORKER_DID_NOT_START",
          ("the workers of this machine could not be started in %s: %s. Free disk space or ports,"
                  + " and run again.")
              .formatted(logs, e.getMessage()),
          e);
    }
  }

  /** Name of a worker's process and log. */
  static String name(int number) {
    return "worker-" + number;
  }

  /** All are held until the last is found: otherwise one could be found twice. */
  private static List<Address> freePorts(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<Address> addresses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST));
        sockets.add(socket);
        addresses.add(new Address(HOST, socket.getLocalPort()));
      }
      return addresses;
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  private static List<String> command(Address address, Optional<Tls> tls) {
    List<String> command = OwnProgram.command(jvmFlags(), "worker");
    command.addAll(List.of("--listen", address.toString()));
    tls.ifPresent(
        files ->
            command.addAll(
                List.of(
                    "--tls-authority",
                    files.authority(),
                    "--tls-certificate",
                    files.certificate(),
                    "--tls-key",
                    files.key())));
    return command;
  }

  /** Those of this driver, in whose place they stand. */
  private static List<String> jvmFlags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X") || flag.startsWith("-Dquartet.engine."))
        .toList();
  }

  /**
   * Makes sure that one is alive.
   *
   * @param number from 1
   * @throws QuartetException WORKER_DID_NOT_START
   */
  void requireAlive(int number) {
    OwnedProcess process = processes.get(number - 1);
    if (!process.isAlive()) {
      throw QuartetException.environment(
          "WORKER_DID_NOT_START",
          process.name()
              + " ended before the run. Fix the problem that the end of its log shows:\n"
              + process.logTail());
    }
  }

  @Override
  public void close() {
    processes.forEach(OwnedProcess::requestStop);
    processes.forEach(OwnedProcess::close);
  }
}
