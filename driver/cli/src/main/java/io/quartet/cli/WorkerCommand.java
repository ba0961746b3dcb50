package io.quartet.cli;

import io.quartet.cli.option.Endpoint;
import io.quartet.cli.option.TlsOptions;
import io.quartet.run.WorkerOptions;
import io.quartet.run.WorkerServer;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code worker}: offers a part of the load of other drivers' runs. */
@Command(
    name = "worker",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Offers a part of the load of another driver's runs.",
      "Waits for a driver whose benchmark file lists this address under driver.workers."
          + " Takes part in one run at a time. Needs no benchmark file and no passwords, because"
          + " the driver sends the plan."
    },
    footer = {
      "  quartet worker",
      "  quartet worker --listen 10.0.3.21:7500 --tls-authority ca.pem \\",
      "      --tls-certificate worker.pem --tls-key worker.key"
    })
final class WorkerCommand implements Callable<Integer> {

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS:PORT",
      converter = Endpoint.Converter.class,
      defaultValue = "127.0.0.1:7500",
      description = "Address and port to listen on for the driver. Default: ${DEFAULT-VALUE}.")
  private Endpoint listen;

  @Mixin private TlsOptions tls;

  @Override
  public Integer call() throws InterruptedException {
    WorkerOptions options = WorkerOptions.of(listen.address(), listen.port(), tls.get());
    try (WorkerServer server = WorkerServer.start(options)) {
      server.closeOnShutdown();
      server.awaitTermination();
    }
    return 0;
  }
}
