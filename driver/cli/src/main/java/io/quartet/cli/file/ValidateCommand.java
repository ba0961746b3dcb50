package io.quartet.cli.file;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.audit.Outlook;
import io.quartet.audit.Rule;
import io.quartet.audit.Rule.Scope;
import io.quartet.audit.Rules;
import io.quartet.audit.ValidityRules;
import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.Plans;
import io.quartet.cli.view.EventLines;
import io.quartet.cli.view.Folded;
import io.quartet.cli.view.RuleText;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.results.Verdict;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code validate}: is the benchmark file right, and can its run be valid? */
@Command(
    name = "validate",
    description = {
      "Checks a benchmark file, and whether its run can be valid.",
      "Reads the file and the files that it names. Then judges the rules of its"
          + " profile that the file alone decides, and lists the events of the file with their"
          + " commands. Starts no program and connects to nothing.",
      "Exit code 2 if the file is wrong, 4 if its run could only end INVALID."
    },
    footer = {"  quartet validate official.yaml", "  quartet validate laptop.yaml --json"})
public final class ValidateCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private Plans plans;
  @Mixin private JsonOption json;

  @Override
  public Integer call() {
    RunPlan plan = plans.loadWithFiles();
    Verdict verdict = ValidityRules.foresee(Outlook.of(plan));
    List<String> undecided =
        Rules.ALL.stream()
            .filter(rule -> rule.includes(plan))
            .map(Rule::id)
            .filter(id -> verdict.check(id).isEmpty())
            .toList();
    List<String> notRequired =
        Rules.ALL.stream()
            .filter(rule -> !rule.includes(plan) && rule.scope() != Scope.NO_RUN)
            .map(Rule::id)
            .toList();
    String statement = statement(verdict, undecided.size(), notRequired.size());
    List<String> oldSpellings = plans.oldSpellings();
    PrintWriter out = spec.commandLine().getOut();
    if (json.isJson()) {
      out.println(
          json(plan, verdict, statement, undecided, notRequired, oldSpellings).toPrettyString());
    } else {
      verdict.checks().forEach(check -> out.print(RuleText.lines(check)));
      out.print(Folded.lines(EventLines.of(plan), EventLines.COLUMN));
      oldSpellings.forEach(line -> out.print(Folded.lines(line)));
      out.print(Folded.lines(statement));
    }
    out.flush();
    return verdict.exitCode();
  }

  private static String statement(Verdict verdict, int undecided, int notRequired) {
    return (verdict.isValid()
            ? "No rule that this file decides makes its run INVALID."
            : "A run of this file can only end " + verdict.statement() + ".")
        + Text.line(
            " The run decides %s. Not required with profile %s: %s.",
            Text.counted(undecided, "rule"), verdict.profile(), Text.counted(notRequired, "rule"));
  }

  private static ObjectNode json(
      RunPlan plan,
      Verdict verdict,
      String statement,
      List<String> undecided,
      List<String> notRequired,
      List<String> oldSpellings) {
    ObjectNode json = verdict.toJson();
    json.put("verdict", verdict.isValid() ? "undecided" : "INVALID").put("statement", statement);
    undecided.forEach(json.putArray("undecided")::add);
    notRequired.forEach(json.putArray("notRequired")::add);
    oldSpellings.forEach(json.putArray("oldSpellings")::add);
    json.set("events", EventLines.json(plan));
    return json;
  }
}
