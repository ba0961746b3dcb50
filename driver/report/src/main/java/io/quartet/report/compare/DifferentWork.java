package io.quartet.report.compare;

import io.quartet.model.Text;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.RunPlan;
import io.quartet.report.internal.format.Format;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** In what runs were not asked for the same work: their figures measure different things. */
final class DifferentWork {

  /**
   * Something that decides what a run measures.
   *
   * @param value equal if two runs were asked for the same
   * @param words the value for a reader; two values may have the same
   */
  private record Aspect(
      String name, Function<RunPlan, Object> value, Function<RunPlan, String> words) {

    private static Aspect of(String name, Function<RunPlan, String> words) {
      return new Aspect(name, words::apply, words);
    }
  }

  private static final List<Aspect> ASPECTS =
      List.of(
          Aspect.of("Profile", plan -> plan.publication().profile().label()),
          Aspect.of("Load", plan -> plan.workload().load().describe()),
          new Aspect(
              "Mix", plan -> plan.workload().mix().cards(), plan -> plan.workload().mix().name()),
          Aspect.of("Phases", DifferentWork::phases),
          new Aspect(
              "Shares of the Groups",
              plan -> plan.schedule().phases().rows(),
              plan -> plan.schedule().phases().name()),
          Aspect.of("Databases", plan -> Format.count(plan.databases().size())),
          Aspect.of("Load Units of the Groups", plan -> units(plan.database())),
          Aspect.of("Trade days", plan -> Format.count(plan.database().tradeDays())));

  private DifferentWork() {}

  /** A phrase for each difference, for instance {@code Profile: demo; official}. */
  static List<String> of(List<RunPlan> plans) {
    return ASPECTS.stream()
        .filter(aspect -> plans.stream().map(aspect.value).distinct().count() > 1)
        .map(aspect -> aspect.name + ": " + words(plans.stream().map(aspect.words).distinct()))
        .toList();
  }

  private static String words(Stream<String> distinct) {
    List<String> words = distinct.toList();
    return words.size() == 1 ? words.get(0) + ", but not the same" : String.join("; ", words);
  }

  private static String phases(RunPlan plan) {
    return Text.format(
        "%d of %s",
        plan.schedule().phaseCount(),
        Format.seconds(plan.schedule().timing().phase().toMillis() / 1e3));
  }

  private static String units(Database database) {
    String loaded = slashed(database.loadUnits());
    return database.hasIdleLoadUnits()
        ? Text.format("%s of %s", slashed(database.activeLoadUnits()), loaded)
        : loaded;
  }

  private static String slashed(Map<VmGroup, Integer> units) {
    return Format.slashed(new TreeMap<>(units).values());
  }
}
