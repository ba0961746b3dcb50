package io.quartet.report.internal.tables;

import io.quartet.audit.Rule;
import io.quartet.audit.Rules;
import io.quartet.books.CellRow;
import io.quartet.model.TransactionType;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Judged;
import io.quartet.report.section.MeasuredLoad.Response;
import io.quartet.report.section.MeasuredLoad.Transaction;
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
    Map<TransactionType, Integer> cards =
        data.plan().map(plan -> plan.workload().mix().cards()).orElse(Map.of());
    int deck = cards.values().stream().mapToInt(Integer::intValue).sum();
    long offered = data.figures().measured(RunFigures::isCustomer, CellRow::offered);
    List<Transaction> rows = new ArrayList<>();
    for (TransactionType type : TransactionType.values()) {
      List<CellRow> cells =
          (type == TransactionType.TRADE_CLEANUP ? data.books().cells() : measured)
              .stream().filter(cell -> cell.type() == type).toList();
      if (!cells.isEmpty() || type != TransactionType.TRADE_CLEANUP) {
        Double target = cards.containsKey(type) ? 100.0 * cards.get(type) / deck : null;
        rows.add(row(type, cells, target, offered));
      }
    }
    return List.copyOf(rows);
  }

  private Transaction row(
      TransactionType type, List<CellRow> cells, Double mixTarget, long offeredByAll) {
    long started = 0;
    long committed = 0;
    long failed = 0;
    long finished = 0;
    long warnings = 0;
    long retries = 0;
    long roundTrips = 0;
    long offered = 0;
    long serviceMicros = 0;
    for (CellRow cell : cells) {
      started += cell.started();
      committed += cell.committed();
      failed += cell.failed();
      finished += cell.finished();
      warnings += cell.warnings();
      retries += cell.retries();
      roundTrips += cell.roundTrips();
      offered += cell.offered();
      serviceMicros += cell.serviceSumMicros();
    }
    List<String> notes = new ArrayList<>();
    Double mix = mixTarget == null || offeredByAll == 0 ? null : 100.0 * offered / offeredByAll;
    Judged mixVerdict = mix == null ? Judged.NOT_JUDGED : mix(type, notes);
    return new Transaction(
        type.label(),
        issuer(type),
        database(type),
        started,
        committed,
        failed,
        warnings,
        retries,
        started == 0 ? null : 100.0 * retries / started,
        finished == 0 ? null : (double) roundTrips / finished,
        mix,
        mixTarget,
        mix == null ? null : mix - mixTarget,
        mixVerdict,
        finished == 0 ? null : serviceMicros / 1e3 / finished,
        response(type, cells, finished, notes),
        List.copyOf(notes));
  }

  private Response response(
      TransactionType type, List<CellRow> cells, long finished, List<String> notes) {
    Double limit =
        type.responseTimeLimit().map(Duration::toMillis).map(Long::doubleValue).orElse(null);
    if (finished == 0) {
      return new Response(null, null, null, null, null, null, limit, Judged.NOT_JUDGED);
    }
    long sumMicros = cells.stream().mapToLong(CellRow::responseSumMicros).sum();
    double maxMillis = cells.stream().mapToLong(CellRow::responseMaxMicros).max().orElse(0) / 1e3;
    Optional<MeasuredResponses> responses = data.books().responses(type);
    return new Response(
        responses.map(all -> all.histogram().getMinValue() / 1e3).orElse(null),
        sumMicros / 1e3 / finished,
        percentile(responses, 50),
        percentile(responses, 90),
        percentile(responses, 99),
        maxMillis,
        limit,
        limit == null ? Judged.NOT_JUDGED : response(type, notes));
  }

  private Judged response(TransactionType type, List<String> notes) {
    return judged(Rules.responseTime(type), "response time", notes);
  }

  /** The mix is one rule; its findings name the transactions that are off their targets. */
  private Judged mix(TransactionType type, List<String> notes) {
    if (type == TransactionType.TRADE_RESULT) {
      return judged(Rules.TRADE_RESULT_MIX, "Trade-Results per Trade-Order", notes);
    }
    Judged mix = judged(Rules.MIX, "mix", notes);
    boolean isOff =
        offMix.stream().anyMatch(finding -> finding.isAbout(Subject.TRANSACTION, type.label()));
    return mix == Judged.FAIL && !isOff ? Judged.NOT_JUDGED : mix;
  }

  private Judged judged(Rule rule, String what, List<String> notes) {
    Optional<Check> check = data.check(rule);
    Judged judged = Judged.of(check);
    if (judged == Judged.NOT_JUDGED) {
      notes.add(what + ": " + check.map(Check::detail).orElse("not a rule of this profile"));
    }
    return judged;
  }

  private static Double percentile(Optional<MeasuredResponses> responses, double percent) {
    return responses.map(all -> all.percentileMicros(percent) / 1e3).orElse(null);
  }

  private static String issuer(TransactionType type) {
    return switch (type.issuer()) {
      case CUSTOMER_EMULATOR -> "customers";
      case MARKET_EXCHANGE -> "market";
      case DATA_MAINTENANCE -> "timer";
      case OPERATOR -> "before the run";
    };
  }

  private static String database(TransactionType type) {
    return switch (type) {
      case DATA_MAINTENANCE, TRADE_CLEANUP -> "DSS, OLTP";
      case TRADE_LOOKUP, TRADE_UPDATE -> "DSS";
      case BROKER_VOLUME,
          CUSTOMER_POSITION,
          MARKET_FEED,
          MARKET_WATCH,
          SECURITY_DETAIL,
          TRADE_ORDER,
          TRADE_RESULT,
          TRADE_STATUS ->
          "OLTP";
    };
  }
}
