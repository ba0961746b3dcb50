package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.WrittenFiles;
import io.quartet.provision.install.Certificates;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code certificates}: what driver and Tier As know each other by. */
@Command(
    name = "certificates",
    description = {
      "Creates TLS certificates for the driver, Tier A and workers.",
      "Creates an authority, a certificate and key for the driver, and one for each Tier A"
          + " and worker of the benchmark file (provider.kind hosts). Never overwrites a folder"
          + " that exists. Needs openssl."
    },
    footer = {
      "  quartet certificates hosts.yaml --output tls",
      "  quartet certificates hosts.yaml --output tls && scp tls/a1.* vm1:"
    })
final class CertificatesCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private OutputOption output;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    new WrittenFiles(Certificates.make(plans.load(), output.folder()))
        .print(spec.commandLine().getOut(), json.isJson());
    return 0;
  }
}
