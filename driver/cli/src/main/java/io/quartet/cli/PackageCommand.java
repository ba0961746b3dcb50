package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.Screen;
import io.quartet.cli.view.WrittenFiles;
import io.quartet.provision.install.TierAPackage;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code package}: Tier A for machines of one's own. */
@Command(
    name = "package",
    description = {
      "Packs Tier A and the worker for your own machines.",
      "The machines are those of provider.kind hosts. For the VM1 machines, writes an archive with"
          + " Tier A, a systemd unit and INSTALL.md. Writes another one with the worker, and for"
          + " each Set a file with the options of its Tier A. Replaces the files of an earlier call."
    },
    footer = {
      "  quartet package hosts.yaml --output out",
      "  quartet package hosts.yaml --output out && scp out/quartet-*.tar.gz vm1:"
    })
final class PackageCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private OutputOption output;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    new WrittenFiles(
            Screen.during(
                "packing Tier A and the worker",
                spec.commandLine().getErr(),
                () -> TierAPackage.write(plans.load(), output.folder())))
        .print(spec.commandLine().getOut(), json.isJson());
    return 0;
  }
}
