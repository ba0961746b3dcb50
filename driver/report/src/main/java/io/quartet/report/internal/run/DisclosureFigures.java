package io.quartet.report.internal.run;

import io.quartet.model.plan.Disclosure;
import io.quartet.model.plan.Disclosure.Devices;
import io.quartet.model.plan.Pricing;
import io.quartet.model.plan.Storage;
import io.quartet.report.Report;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.format.Format;
import io.quartet.report.section.Fact;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** What the person who ran the benchmark disclosed about the system, and its price. */
public final class DisclosureFigures {

  private static final Table<Map.Entry<Storage, Devices>> STORAGE =
      Table.of(
          Column.word("part", each -> each.getKey().label()),
          Column.wordOrNull("devices", each -> each.getValue().devices().orElse(null)),
          Column.wordOrNull("redundancy", each -> each.getValue().redundancy().orElse(null)));

  private static final Table<Disclosure> FACTS =
      new Table<>(
          "",
          Stream.of(Disclosure.Fact.values())
              .map(
                  fact ->
                      Column.<Disclosure>wordOrNull(
                          fact.label(), disclosure -> disclosure.facts().get(fact)))
              .toList());

  private static final Table<Disclosure> DISCLOSURE =
      Table.of(
          Column.part("facts", FACTS),
          Column.rows("storage", STORAGE, DisclosureFigures::storage),
          FactTable.column("items", DisclosureFigures::items));

  /** Lines of the price list. */
  public static final Table<Pricing.Item> ITEM =
      Table.of(
          Column.word("part", Pricing.Item::part).titled("Part").wrapped(),
          Column.word("source", Pricing.Item::source).titled("Source").wrapped(),
          money("unitPrice", "Unit price", Pricing.Item::unitPrice),
          Column.count("quantity", Pricing.Item::quantity).shownWhole("Quantity"),
          Column.seconds("discountPercent", Pricing.Item::discountPercent).shown("Discount, %", 2),
          money("extendedPrice", "Extended price", Pricing.Item::extendedPrice)
              .meaning("Of the whole quantity, after the discount.")
              .apart(),
          money("maintenance", "3 years of maintenance", Pricing.Item::extendedMaintenance)
              .meaning("Of the whole quantity."));

  private static final Table<Report> PRICING =
      Table.of(
          Column.word("currency", Pricing::currency).of(Report::pricing),
          Column.<Pricing>wordOrNull("validUntil", pricing -> pricing.validUntil().orElse(null))
              .meaning("Last day of these prices; null if not disclosed.")
              .of(Report::pricing),
          Column.rows("items", ITEM, Pricing::items).of(Report::pricing),
          Column.seconds("total", Pricing::total).of(Report::pricing),
          Column.rounded("perEtps", Report::pricePerEtps)
              .meaning("Total by {unit}; null without a measured throughput."));

  /** In JSON. */
  public static final List<Column<Report>> COLUMNS =
      List.of(
          Column.part("disclosure", DISCLOSURE, Report::disclosure)
              .meaning("By the keys of the benchmark file; null for what was not disclosed."),
          Column.<Report, Report>part(
                  "pricing", PRICING, report -> report.pricing() == null ? null : report)
              .meaning("Null if no prices were disclosed.")
              .orNull());

  private DisclosureFigures() {}

  private static Column<Pricing.Item> money(
      String key, String title, Function<Pricing.Item, BigDecimal> amount) {
    return Column.seconds(key, amount).shown(title, item -> Format.money(amount.apply(item)));
  }

  private static List<Map.Entry<Storage, Devices>> storage(Disclosure disclosure) {
    return disclosure.storage().entrySet().stream().sorted(Map.Entry.comparingByKey()).toList();
  }

  private static List<Fact> items(Disclosure disclosure) {
    return disclosure.items().stream()
        .map(item -> new Fact(item.item(), item.description()))
        .toList();
  }

  /** Everything in words. */
  public static List<Fact> inWords(Disclosure disclosure) {
    List<Fact> all = new ArrayList<>();
    FACTS
        .json(disclosure)
        .forEach(
            (name, value) ->
                all.add(new Fact(name, Objects.toString(value, SummaryView.NOT_DISCLOSED))));
    storageInWords(disclosure)
        .forEach(part -> all.add(new Fact("storage, " + part.name(), part.value())));
    all.addAll(items(disclosure));
    return all;
  }

  /** The parts of the databases with their devices. */
  static List<Fact> storageInWords(Disclosure disclosure) {
    return storage(disclosure).stream()
        .map(
            each ->
                new Fact(
                    each.getKey().label(),
                    each.getValue().devices().orElse("devices " + SummaryView.NOT_DISCLOSED)
                        + ", redundancy: "
                        + each.getValue().redundancy().orElse(SummaryView.NOT_DISCLOSED)))
        .toList();
  }
}
