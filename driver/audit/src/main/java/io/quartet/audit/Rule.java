package io.quartet.audit;

import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One rule of the audit. Everything that is fixed about it is written here and nowhere else: {@code
 * audit.json} and the table of docs/audit.md take it from these values.
 *
 * @param numbers its numbers among the 48 rules of an official run (docs/audit.md, "The rules");
 *     empty for a rule of the kit
 * @param id stable name, for instance {@code littles-law}
 * @param title the rule in a few words
 * @param severity what it means if the rule is broken; a judge may reduce F to W
 * @param scope the runs it judges
 * @param evidence files of the results folder that the judge reads; empty for a rule without one
 * @param how how it is judged and what is left to an auditor, in Markdown; may be empty
 * @param judge applies the rule to a run
 */
public record Rule(
    List<Integer> numbers,
    String id,
    String title,
    Severity severity,
    Scope scope,
    List<String> evidence,
    String how,
    Function<AuditedRun, Judgment> judge) {

  /** The runs that a rule judges. Its rules begin here, without a judge. */
  public enum Scope {
    EVERY_RUN("all", plan -> true),
    CLOSED_POOL("all with a closed pool", plan -> !(plan.workload().load() instanceof Load.Paced)),
    PACED("all with a rate", plan -> plan.workload().load() instanceof Load.Paced),
    WITH_WORKERS("all with workers", plan -> !plan.driver().isAlone()),
    NOT_DEMO("custom, official", plan -> plan.publication().profile() != ValidityProfile.DEMO),
    NOT_OFFICIAL("demo, custom", plan -> plan.publication().profile() != ValidityProfile.OFFICIAL),
    OFFICIAL("official", plan -> plan.publication().profile() == ValidityProfile.OFFICIAL),
    /** Official runs; their own folder alone can never pass the rule. */
    BEYOND_ONE_RUN("official", OFFICIAL.includes),
    /** A rule of the run rules that Quartet has no check for. */
    NO_RUN("none", plan -> false);

    private final String label;
    private final Predicate<RunPlan> includes;

    Scope(String label, Predicate<RunPlan> includes) {
      this.label = label;
      this.includes = includes;
    }

    /** Words for docs/audit.md: the profiles, and what else a run must have. */
    public String label() {
      return label;
    }

    /** True if a rule of this scope judges a run of the plan. */
    public boolean includes(RunPlan plan) {
      return includes.test(plan);
    }

    public Rule fatal(String id, String title) {
      return rule(Severity.FATAL, id, title);
    }

    public Rule warning(String id, String title) {
      return rule(Severity.WARNING, id, title);
    }

    public Rule information(String id, String title) {
      return rule(Severity.INFORMATION, id, title);
    }

    private Rule rule(Severity severity, String id, String title) {
      return new Rule(
          List.of(), id, title, severity, this, List.of(), "", run -> Judgment.notJudged(""));
    }
  }

  public Rule {
    numbers = List.copyOf(numbers);
    evidence = List.copyOf(evidence);
  }

  public Rule number(Integer... numbers) {
    return new Rule(List.of(numbers), id, title, severity, scope, evidence, how, judge);
  }

  public Rule reads(String... files) {
    return new Rule(numbers, id, title, severity, scope, List.of(files), how, judge);
  }

  public Rule how(String words) {
    return new Rule(numbers, id, title, severity, scope, evidence, words, judge);
  }

  public Rule judge(Function<AuditedRun, Judgment> judge) {
    return new Rule(numbers, id, title, severity, scope, evidence, how, judge);
  }

  /** For a family of rules: what they share is worked out of the run first. */
  public <F> Rule judge(Function<AuditedRun, F> family, Function<F, Judgment> judge) {
    return judge(family.andThen(judge));
  }

  /** Applies the rule alone, also to a run outside its scope. */
  public Check check(RunResults results) {
    return check(new AuditedRun(results, Supplements.NONE));
  }

  /** As above, with what other rules have read of the run. */
  public Check check(AuditedRun run) {
    Judgment judgment = judge.apply(run);
    return new Check(
        id,
        title,
        judgment.isReduced() ? Severity.WARNING : severity,
        judgment.verdict(),
        judgment.actual(),
        judgment.limit(),
        String.join(", ", evidence),
        judgment.detail(),
        judgment.findings());
  }
}
