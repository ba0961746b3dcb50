package io.quartet.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.MachinesView;
import io.quartet.cli.view.Screen;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.Provider;
import io.quartet.run.doctor.Prerequisite;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code down}: the end of what {@code up} made. */
@Command(
    name = "down",
    description = {
      "Stops and removes the databases of a benchmark file.",
      "Removes their data too. Keeps the results. Leaves machines of your own (provider.kind hosts)"
          + " as they are, unless quartet up has prepared them (provider.prepare)."
    },
    footer = {"  quartet down laptop.yaml", "  quartet run laptop.yaml; quartet down laptop.yaml"})
final class DownCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunPlan plan = plans.loadWith(Prerequisite.DATA_FOLDER);
    boolean wasThere;
    try (Screen screen = Screen.standardError(spec.commandLine().getErr())) {
      screen.beginQuietly("removing the databases");
      wasThere = Provider.of(plan, new MachinesView(screen)).down(plan);
    }
    if (json.isJson()) {
      ObjectNode document = new ObjectMapper().createObjectNode();
      document.put("name", plan.name()).put("isRemoved", wasThere);
      spec.commandLine().getOut().println(document.toPrettyString());
      return 0;
    }
    boolean isLeft = plan.provider().isGiven();
    String nothing =
        isLeft ? ": prepared machines stay as they are" : ": there was nothing to remove";
    spec.commandLine().getOut().println(plan.name() + (wasThere ? ": removed" : nothing));
    return 0;
  }
}
