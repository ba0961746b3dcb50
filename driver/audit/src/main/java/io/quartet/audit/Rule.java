package io.quartet.audit;

import io.quartet.audit.internal.AuditedRun;
import io.quartet.audit.internal.Judgment;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.Pgbench;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.ToolWorkload;
import io.quartet.model.plan.ValidityProfile;
import io.quartet.model.plan.Workload;
import io.quartet.results.Check;
import io.quartet.results.Check.Severity;
import io.quartet.results.RunResults;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
 * @param scope the runs it judges, whatever their workload
 * @param workloads those whose runs it judges
 * @param evidence files of the results folder that the judge reads; empty for a rule without one
 * @param how how it is judged and what is left to an auditor, in Markdown; may be empty
 * @param decidedBy what can decide the rule; more than the run if it can be broken before it
 * @param outlook judges what is known without the figures of a run: empty if that decides nothing.
 *     A verdict here stands, whatever the run does
 * @param judge judges a run that the outlook does not decide
 */
public record Rule(
    List<Integer> numbers,
    String id,
    String title,
    Severity severity,
    Scope scope,
    Workloads workloads,
    List<String> evidence,
    String how,
    Set<DecidedBy> decidedBy,
    Function<Outlook, Optional<Judgment>> outlook,
    Function<AuditedRun, Judgment> judge) {

  /** What a rule needs to know before it can be decided. */
  public enum DecidedBy {
    PLAN,
    /** The machines and servers as they are before a run. */
    MACHINE,
    RUN;

    /** Word for docs/audit.md. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The workloads whose runs a rule judges. */
  public enum Workloads {
    EVERY(workload -> true),
    BROKERAGE(workload -> workload instanceof Brokerage),
    /** Those that a tool offers, and not the kit itself. */
    TOOL(workload -> workload instanceof ToolWorkload),
    /** The tool of which every transaction is known. */
    PGBENCH(workload -> workload instanceof Pgbench),
    /** Tools of which only numbers are known. */
    DEFINED_TOOL(workload -> workload instanceof DefinedTool);

    private final Predicate<Workload> includes;

    Workloads(Predicate<Workload> includes) {
      this.includes = includes;
    }

    /** Word for docs/audit.md. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** The runs that a rule judges. Its rules begin here, without a judge. */
  public enum Scope {
    EVERY_RUN("all", plan -> true),
    CLOSED_POOL("all with a closed pool", plan -> !(plan.workload().isPaced())),
    PACED("all with a rate", plan -> plan.workload().isPaced()),
    WITH_WORKERS("all with workers", plan -> !plan.driver().isAlone()),
    WITH_LIMITS("all with limits", plan -> plan.publication().limits().areSet()),
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

    public Rule fatal(String id, String title) {
      return rule(Severity.FATAL, id, title);
    }

    public Rule warning(String id, String title) {
      return rule(Severity.WARNING, id, title);
    }

    public Rule information(String id, String title) {
      return rule(Severity.INFORMATION, id, title);
    }

    /** Only a brokerage has official runs. */
    private Workloads workloads() {
      return this == OFFICIAL || this == BEYOND_ONE_RUN ? Workloads.BROKERAGE : Workloads.EVERY;
    }

    private Rule rule(Severity severity, String id, String title) {
      return new Rule(
          List.of(),
          id,
          title,
          severity,
          this,
          workloads(),
          List.of(),
          "",
          Set.of(DecidedBy.RUN),
          outlook -> Optional.empty(),
          run -> Judgment.notJudged(""));
    }
  }

  public Rule {
    numbers = List.copyOf(numbers);
    evidence = List.copyOf(evidence);
    decidedBy = Collections.unmodifiableSet(EnumSet.copyOf(decidedBy));
  }

  /** True if it judges a run of the plan. */
  public boolean includes(RunPlan plan) {
    return scope.includes.test(plan) && workloads.includes.test(plan.workload());
  }

  /** For a rule about what only a brokerage has. */
  public Rule ofBrokerage() {
    return of(Workloads.BROKERAGE);
  }

  /** For a rule about what only a tool has. */
  public Rule ofTool() {
    return of(Workloads.TOOL);
  }

  /** For a rule about what only pgbench has. */
  public Rule ofPgbench() {
    return of(Workloads.PGBENCH);
  }

  /** For a rule about what only a defined tool has. */
  public Rule ofDefinedTool() {
    return of(Workloads.DEFINED_TOOL);
  }

  private Rule of(Workloads only) {
    return new Rule(
        numbers, id, title, severity, scope, only, evidence, how, decidedBy, outlook, judge);
  }

  public Rule number(Integer... numbers) {
    List<Integer> all = List.of(numbers);
    return new Rule(
        all, id, title, severity, scope, workloads, evidence, how, decidedBy, outlook, judge);
  }

  public Rule reads(String... files) {
    List<String> all = List.of(files);
    return new Rule(
        numbers, id, title, severity, scope, workloads, all, how, decidedBy, outlook, judge);
  }

  public Rule how(String words) {
    return new Rule(
        numbers, id, title, severity, scope, workloads, evidence, words, decidedBy, outlook, judge);
  }

  public Rule judge(Function<AuditedRun, Judgment> judge) {
    return new Rule(
        numbers, id, title, severity, scope, workloads, evidence, how, decidedBy, outlook, judge);
  }

  /** For a rule that the plan alone decides. */
  public Rule ofPlan(Function<RunPlan, Judgment> judge) {
    Rule rule = before(outlook -> Optional.of(judge.apply(outlook.plan())));
    return rule.decidedBy(EnumSet.of(DecidedBy.PLAN));
  }

  /**
   * For a rule that can be decided before the run.
   *
   * @param outlook empty if it leaves the rule to the run
   * @param deciders what the outlook needs; the run decides the rest
   */
  public Rule before(Function<Outlook, Optional<Judgment>> outlook, DecidedBy... deciders) {
    Set<DecidedBy> all = EnumSet.of(DecidedBy.RUN, deciders);
    return new Rule(
        numbers, id, title, severity, scope, workloads, evidence, how, all, outlook, judge);
  }

  private Rule decidedBy(Set<DecidedBy> deciders) {
    return new Rule(
        numbers, id, title, severity, scope, workloads, evidence, how, deciders, outlook, judge);
  }

  /** For a family of rules: what they share is worked out of the run first. */
  public <F> Rule judge(Function<AuditedRun, F> family, Function<F, Judgment> judge) {
    return judge(family.andThen(judge));
  }

  /** Applies the rule alone, also to a run outside its scope. */
  public Check check(RunResults results) {
    return check(new AuditedRun(results, Supplements.NONE));
  }

  /** Applies the rule alone to a run, and uses what other rules have read of it. */
  public Check check(AuditedRun run) {
    return check(judgment(run), String.join(", ", evidence));
  }

  /** What was decided before the run; but where nothing could be, the run may still break it. */
  private Judgment judgment(AuditedRun run) {
    Optional<Judgment> before = outlook.apply(run.outlook());
    if (before.isPresent() && before.get().result() != Check.Result.NOT_JUDGED) {
      return before.get();
    }
    Judgment after = judge.apply(run);
    return after.result() == Check.Result.FAIL ? after : before.orElse(after);
  }

  /** Applies the rule before a run; empty if only the run can decide it. */
  Optional<Check> foresee(Outlook before) {
    return outlook.apply(before).map(judgment -> check(judgment, ""));
  }

  private Check check(Judgment judgment, String files) {
    return new Check(
        id,
        title,
        judgment.isReduced() ? Severity.WARNING : severity,
        judgment.result(),
        judgment.actual(),
        judgment.limit(),
        files,
        judgment.detail(),
        judgment.findings());
  }
}
