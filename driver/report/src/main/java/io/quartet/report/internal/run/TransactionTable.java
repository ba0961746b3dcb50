package io.quartet.report.internal.run;

import io.quartet.audit.Rule;
import io.quartet.audit.Rules;
import io.quartet.books.CellRow;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.MeasuredLoad.Response;
import io.quartet.report.section.MeasuredLoad.Transaction;
import io.quartet.report.section.TransactionCounts;
import io.quartet.results.Check;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.MeasuredResponses;
import io.quartet.results.RunFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts, mix and response times of every transaction over the measured phases. */
public final class TransactionTable {

  private final ReportData data;
  private final List<CellRow> measured;
  private final List<Finding> offMix;

  public TransactionTable(ReportData data) {
    this.data = data;
    this.offMix = data.check(Rules.MIX).map(Check::findings).orElse(List.of());
    this.measured = data.books().cells().stream().filter(CellRow::isMeasured).toList();
  }

  public List<Transaction> rows() {
    Map<RequestKind, Integer> weights =
        data.plan().map(plan -> plan.workload().weights()).orElse(Map.of());
    int all = weights.values().stream().mapToInt(Integer::intValue).sum();
    long offered = data.figures().measured(RunFigures::isSentByUsers, CellRow::offered);
    List<Transaction> rows = new ArrayList<>();
    for (RequestKind kind : data.figures().kinds()) {
      List<CellRow> cells =
          (kind == TransactionType.TRADE_CLEANUP ? data.books().cells() : measured)
              .stream().filter(cell -> cell.kind().equals(kind)).toList();
      if (!cells.isEmpty() || kind != TransactionType.TRADE_CLEANUP) {
        Double target = weights.containsKey(kind) ? 100.0 * weights.get(kind) / all : null;
        rows.add(row(kind, cells, target, offered));
      }
    }
    return List.copyOf(rows);
  }

  private Transaction row(
      RequestKind kind, List<CellRow> cells, Double mixTarget, long offeredByAll) {
    TransactionCounts counts = new TransactionCounts(kind, cells);
    List<String> notes = new ArrayList<>();
    Double mix =
        mixTarget == null || offeredByAll == 0
            ? null
            : (Double) (100.0 * counts.sum(CellRow::offered) / offeredByAll);
    Judgment mixJudgment = mix == null ? Judgment.NOT_JUDGED : mix(kind, notes);
    Response response = response(counts, notes);
    return new Transaction(counts, mix, mixTarget, mixJudgment, response, List.copyOf(notes));
  }

  private Response response(TransactionCounts counts, List<String> notes) {
    RequestKind kind = counts.kind();
    Double limit =
        kind.responseTimeLimit().map(Duration::toMillis).map(Long::doubleValue).orElse(null);
    if (counts.sum(CellRow::finished) == 0) {
      return new Response(null, null, null, null, null, null, limit, Judgment.NOT_JUDGED);
    }
    long maxMicros = counts.cells().stream().mapToLong(CellRow::responseMaxMicros).max().orElse(0);
    Optional<MeasuredResponses> responses = data.books().responses(kind);
    return new Response(
        responses.map(all -> all.histogram().getMinValue() / 1e3).orElse(null),
        counts.meanMillis(CellRow::responseSumMicros),
        percentile(responses, 50),
        percentile(responses, 90),
        percentile(responses, 99),
        maxMicros / 1e3,
        limit,
        limit == null ? Judgment.NOT_JUDGED : response(kind, notes));
  }

  private Judgment response(RequestKind kind, List<String> notes) {
    return judgment(Rules.responseTime(kind), "response time", notes);
  }

  /** The mix is one rule; its findings name the transactions that are off their targets. */
  private Judgment mix(RequestKind kind, List<String> notes) {
    if (kind == TransactionType.TRADE_RESULT) {
      return judgment(Rules.TRADE_RESULT_MIX, "Trade-Results per Trade-Order", notes);
    }
    Judgment mix = judgment(Rules.MIX, "mix", notes);
    boolean isOff =
        offMix.stream().anyMatch(finding -> finding.isAbout(Subject.TRANSACTION, kind.label()));
    return mix == Judgment.FAIL && !isOff ? Judgment.NOT_JUDGED : mix;
  }

  private Judgment judgment(Rule rule, String what, List<String> notes) {
    Optional<Check> check = data.check(rule);
    Judgment judgment = Judgment.of(check);
    if (judgment == Judgment.NOT_JUDGED) {
      notes.add(what + ": " + check.map(Check::detail).orElse("not a rule of this profile"));
    }
    return judgment;
  }

  private static Double percentile(Optional<MeasuredResponses> responses, double percent) {
    return responses.map(all -> all.percentileMicros(percent) / 1e3).orElse(null);
  }
}
