package io.quartet.audit.internal.agreement;

import io.quartet.model.Text;
import io.quartet.results.ConservationCsv;
import io.quartet.results.ConservationRow;
import io.quartet.results.ConservationRow.Trades;
import io.quartet.results.Finding;
import io.quartet.results.Finding.Subject;
import io.quartet.results.RunFiles;
import io.quartet.results.RunResults;
import io.quartet.results.evidence.OrderInputs;
import io.quartet.results.evidence.OrderInputsCsv;
import java.util.List;

/** {@code inputs.csv} against {@code conservation.csv}: both count the trades of a database. */
final class OrderTerms {

  private OrderTerms() {}

  static Contradictions contradictions(RunResults run) {
    Contradictions found = new Contradictions();
    List<OrderInputs> terms = new RunFiles(run.folder()).orderInputs().orRefuse().orElse(List.of());
    found.requireUnique(
        OrderInputsCsv.NAME,
        terms,
        row ->
            List.of(row.set().name(), row.tradeType(), row.isCash(), row.isLifo(), row.quantity()));
    found.requireUnique(ConservationCsv.NAME, run.conservation(), row -> row.set().name());
    for (ConservationRow row : run.conservation()) {
      long orders =
          terms.stream()
              .filter(one -> one.set().equals(row.set()))
              .mapToLong(OrderInputs::orders)
              .sum();
      String set = row.set().name();
      row.database()
          .map(Trades::all)
          .filter(trades -> trades != orders)
          .ifPresent(
              trades ->
                  found.add(
                      Finding.of(
                          Subject.SET,
                          set,
                          Text.format(
                              "%s: terms of %,d orders, and %,d trades", set, orders, trades))));
    }
    return found;
  }
}
