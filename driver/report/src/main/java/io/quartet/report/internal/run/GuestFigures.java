package io.quartet.report.internal.run;

import static io.quartet.report.internal.figure.Column.rounded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.model.Text;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Bytes;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.internal.figure.Column;
import io.quartet.report.internal.figure.Table;
import io.quartet.report.internal.figure.View;
import io.quartet.report.internal.format.Rounded;
import io.quartet.report.section.GuestStatistics;
import io.quartet.report.section.GuestStatistics.GuestActivity;
import io.quartet.report.section.GuestStatistics.HostActivity;
import io.quartet.results.statistics.Activity;
import io.quartet.results.statistics.Guests;
import io.quartet.results.statistics.Guests.Guest;
import io.quartet.results.statistics.Guests.KnownBy;
import io.quartet.results.statistics.MachineRate;
import io.quartet.results.statistics.MachineRate.MachineSource;
import io.quartet.results.statistics.ProcessorUse;
import io.quartet.results.statistics.Rates;
import io.quartet.results.statistics.SampledRates;
import io.quartet.results.statistics.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the hosts of VMs gave to their guests, by phase. */
public final class GuestFigures {

  /** Guests of the plan that the page and the documents for print show; JSON has all. */
  public static final int MOST_OF_PLAN = 36;

  /** The same of neighbours, the busiest. */
  public static final int MOST_NEIGHBOURS = 6;

  /** Columns of phases for which a printed page has room. */
  private static final int MOST_PHASES = 12;

  private static final double KIB_IN_MIB = Bytes.MIB / (double) Bytes.KIB;

  private static final String PROCESSORS = "Processors";
  private static final String MEMORY = "Memory, MiB";
  private static final String DISKS = "Disks, MiB per s";
  private static final String NETWORK = "Network, MiB per s";

  /** Guests. */
  public static final Table<GuestActivity> GUESTS =
      new Table<>(
          "A virtual machine or container as its host sees it. Memory in MiB, traffic in MiB per"
              + " second.",
          List.of(
              Column.<GuestActivity>word("phase", GuestActivity::phase).titled("Phase"),
              Column.<GuestActivity>word("host", GuestActivity::host).titled("Host"),
              Column.<GuestActivity>word("guest", row -> row.guest().name()).titled("Guest"),
              Column.<GuestActivity>word("is", row -> is(row.guest()))
                  .meaning("Names of its VMs, controller, or neighbour: none of this plan.")
                  .titled("Role"),
              Column.<GuestActivity>oneOf(
                      "knownBy",
                      row -> row.guest().knownBy().map(KnownBy::word).orElse(null),
                      "file",
                      "address",
                      "name",
                      null)
                  .meaning("Why it is taken for these VMs; null for others.")
                  .shown("by", row -> row.guest().knownBy().map(KnownBy::word).orElse("")),
              Column.<GuestActivity>word("kind", row -> row.guest().kind()),
              Column.<GuestActivity>seconds("seconds", GuestActivity::seconds),
              guest("processors", MachineRate.GUEST_PROCESSORS, 1)
                  .meaning("That it was given; null without a limit.")
                  .under(PROCESSORS)
                  .shown("given", 1),
              Column.<GuestActivity>figure("used", GuestActivity::used)
                  .meaning("Processors that it kept busy.")
                  .under(PROCESSORS)
                  .shown("used", 2),
              Column.<GuestActivity>figure("waited", GuestActivity::waited)
                  .meaning("Processors that it was ready to use, but did not get.")
                  .under(PROCESSORS)
                  .shown("waited for", 2),
              Column.<GuestActivity>figure("waitedPercent", GuestActivity::waitedPercent)
                  .meaning("Part of the time that it was ready in which it had no processor.")
                  .under(PROCESSORS)
                  .shown("waited, %", 1),
              guest("configuredMib", MachineRate.GUEST_CONFIGURED, KIB_IN_MIB)
                  .under(MEMORY)
                  .shown("given", 0),
              guest("residentMib", MachineRate.GUEST_RESIDENT, KIB_IN_MIB)
                  .meaning("That it holds; of containers with cached files.")
                  .under(MEMORY)
                  .shown("resident", 0),
              guest("balloonMib", MachineRate.GUEST_BALLOON, KIB_IN_MIB)
                  .meaning("That it gave back to its host.")
                  .under(MEMORY)
                  .shown("balloon", 0),
              guest("swappedMib", MachineRate.GUEST_SWAPPED, KIB_IN_MIB)
                  .meaning("That its host swapped.")
                  .under(MEMORY)
                  .shown("swapped", 0),
              guest("readMib", MachineRate.GUEST_READ, Bytes.MIB).under(DISKS).shown("read", 2),
              guest("writtenMib", MachineRate.GUEST_WRITTEN, Bytes.MIB)
                  .under(DISKS)
                  .shown("written", 2),
              guest("receivedMib", MachineRate.GUEST_RECEIVED, Bytes.MIB)
                  .under(NETWORK)
                  .shown("received", 2),
              guest("sentMib", MachineRate.GUEST_SENT, Bytes.MIB).under(NETWORK).shown("sent", 2),
              Column.<GuestActivity>flag("isIncomplete", GuestActivity::isIncomplete)
                  .meaning("A tenth of the phase or more is without samples of it.")
                  .shown("", row -> row.isIncomplete() ? "* incomplete" : "")
                  .left()
                  .dim()));

  private static final String GIVEN = "Overcommit (configured / present)";
  private static final String USED = "Processors in use";

  /** Hosts. */
  public static final Table<HostActivity> HOSTS =
      new Table<>(
          "A host against the sum of its guests. More given than it has is overcommitment. A guest"
              + " counts as 0 while it has no samples.",
          List.of(
              Column.<HostActivity>word("phase", HostActivity::phase).titled("Phase"),
              Column.<HostActivity>word("host", HostActivity::host).titled("Host"),
              Column.<HostActivity>seconds("seconds", HostActivity::seconds),
              Column.<HostActivity>countOrNull(
                      "processors", row -> row.processors() == 0 ? null : row.processors())
                  .meaning("That it has.")
                  .shownWhole("Processors"),
              Column.<HostActivity>rounded("memoryMib", GuestFigures::memory)
                  .meaning("That it has.")
                  .shown("Memory, MiB", 0),
              Column.<HostActivity>figure(
                      "processorsGiven", row -> row.sum(MachineRate.GUEST_PROCESSORS))
                  .meaning("To its guests together."),
              Column.<HostActivity>rounded(
                      "memoryGivenMib", row -> mib(row.sum(MachineRate.GUEST_CONFIGURED)))
                  .meaning("To its guests together."),
              Column.<HostActivity>rounded("processorsGivenRatio", GuestFigures::processorsRatio)
                  .meaning("By those that it has.")
                  .under(GIVEN)
                  .shown("processors", 2),
              Column.<HostActivity>rounded("memoryGivenRatio", GuestFigures::memoryRatio)
                  .meaning("By what it has.")
                  .under(GIVEN)
                  .shown("memory", 2),
              Column.<HostActivity>count("unlimitedGuests", HostActivity::unlimited)
                  .meaning("Guests without a limit, which the sums leave out.")
                  .shownWhole("Guests without limit"),
              Column.<HostActivity>figure("busy", HostActivity::busy)
                  .meaning("Processors in use by anything on the host.")
                  .under(USED)
                  .shown("host", 2),
              Column.<HostActivity>figure("used", HostActivity::used)
                  .meaning("Processors in use by its guests.")
                  .under(USED)
                  .shown("guests", 2),
              Column.<HostActivity>figure("usedByController", HostActivity::usedByController)
                  .meaning(
                      "By the guest or program that is its storage software. Of a program only over"
                          + " all phases.")
                  .under(USED)
                  .shown("controller", 2),
              Column.<HostActivity>figure("usedByNeighbours", HostActivity::usedByNeighbours)
                  .meaning("By guests that are no VM of this plan.")
                  .under(USED)
                  .shown("neighbours", 2),
              Column.<HostActivity>rounded(
                      "residentMib", row -> mib(row.sum(MachineRate.GUEST_RESIDENT)))
                  .meaning("Memory that its guests hold.")
                  .shown("Held by guests, MiB", 0)));

  /** Machines of the plan by their VMs, then the controller, then neighbours. */
  private static final Comparator<Guest> ORDER =
      Comparator.comparing((Guest guest) -> guest.machine().isEmpty())
          .thenComparing(GuestFigures::is);

  private static final Comparator<GuestActivity> BUSIEST =
      Comparator.comparingDouble(row -> -row.used().orElse(0));

  private GuestFigures() {}

  private static Column<GuestActivity> guest(String key, MachineRate rate, double unit) {
    return rounded(key, row -> Rounded.quotient(row.rates().mean(rate), unit));
  }

  private static Double memory(HostActivity row) {
    return row.memoryKib() == 0 ? null : mib(OptionalDouble.of(row.memoryKib()));
  }

  private static Double mib(OptionalDouble kib) {
    return Rounded.quotient(kib, KIB_IN_MIB);
  }

  private static Double processorsRatio(HostActivity row) {
    return Rounded.quotient(row.sum(MachineRate.GUEST_PROCESSORS), row.processors());
  }

  private static Double memoryRatio(HostActivity row) {
    return Rounded.quotient(row.sum(MachineRate.GUEST_CONFIGURED), row.memoryKib());
  }

  /** What a guest is for the plan, in few words. */
  static String is(Guest guest) {
    if (guest.machine().isPresent()) {
      return guest.machine().get().vms().stream()
          .map(VmMachine.Vm::name)
          .collect(Collectors.joining(", "));
    }
    return guest.isController() ? "controller" : "neighbour";
  }

  /** Guests over the whole run: machines of the plan, then the busiest of the others. */
  public static View.Shown whole(GuestStatistics guests) {
    return new View<>(
            GUESTS.chosen(
                "host",
                "guest",
                "is",
                "knownBy",
                "processors",
                "used",
                "waited",
                "waitedPercent",
                "configuredMib",
                "residentMib",
                "balloonMib",
                "swappedMib",
                "isIncomplete"))
        .condensed(shown(guests), "guest");
  }

  /** The guests that are shown, over the whole run. */
  public static List<GuestActivity> shown(GuestStatistics guests) {
    List<GuestActivity> all = Span.Phased.chosen(guests.guests(), true);
    return Stream.concat(
            all.stream().filter(row -> row.guest().isOfPlan()).limit(MOST_OF_PLAN),
            all.stream()
                .filter(row -> !row.guest().isOfPlan())
                .sorted(BUSIEST)
                .limit(MOST_NEIGHBOURS))
        .toList();
  }

  /** A sentence for each name of the benchmark file that no guest or program of a host has. */
  public static List<String> missingNames(GuestStatistics guests) {
    List<String> sentences = new ArrayList<>();
    for (HostActivity host : Span.Phased.chosen(guests.hosts(), true)) {
      if (host.lacksController()) {
        sentences.add(
            Text.format(
                "%s: neither a guest nor a program named %s has samples, so its processor time"
                    + " counts as foreign. Check controller in provider.ssh.hypervisors.",
                host.host(), host.controller().orElseThrow()));
      }
      if (!host.missing().isEmpty()) {
        sentences.add(
            Text.format(
                "%s: no guest named %s has samples, so its VM is looked for by address and name."
                    + " Check guests in provider.ssh.hypervisors.",
                host.host(), Text.first(host.missing())));
      }
    }
    return sentences;
  }

  /** What guests moved over the whole run. */
  public static View.Shown traffic(GuestStatistics guests) {
    return new View<>(
            GUESTS.chosen("host", "guest", "is", "readMib", "writtenMib", "receivedMib", "sentMib"))
        .of(shown(guests));
  }

  /** Processors that guests used, a column for each of the first phases. */
  public static View.Shown usedByPhase(GuestStatistics guests) {
    return byPhase(guests, GuestActivity::used, 2);
  }

  /** Part of the time that guests waited, percent, a column for each of the first phases. */
  public static View.Shown waitedByPhase(GuestStatistics guests) {
    return byPhase(guests, GuestActivity::waitedPercent, 1);
  }

  private static View.Shown byPhase(
      GuestStatistics guests, Function<GuestActivity, OptionalDouble> figure, int decimals) {
    Map<String, OptionalDouble> figures =
        guests.guests().stream()
            .collect(Collectors.toMap(row -> key(row, row.phase()), figure, (one, same) -> one));
    List<Column<GuestActivity>> columns = new ArrayList<>(GUESTS.chosen("host", "guest", "is"));
    guests.guests().stream()
        .map(GuestActivity::phase)
        .distinct()
        .filter(phase -> !phase.equals(Activity.ALL_PHASES))
        .limit(MOST_PHASES)
        .forEach(
            phase ->
                columns.add(
                    Column.<GuestActivity>figure(
                            phase,
                            row -> figures.getOrDefault(key(row, phase), OptionalDouble.empty()))
                        .under("Phase")
                        .shown(phase, decimals)));
    columns.add(Column.figure("all", figure).shown("All", decimals).apart());
    return new View<>(columns).condensed(shown(guests), "guest");
  }

  private static String key(GuestActivity row, String phase) {
    return String.join("\n", phase, row.host(), row.guest().name());
  }

  static GuestStatistics of(ReportData data) {
    List<GuestActivity> guests = new ArrayList<>();
    List<HostActivity> totals = new ArrayList<>();
    for (Stretch stretch : Stretch.of(data)) {
      for (Guests.Host host : hosts(data)) {
        Map<String, SampledRates> sampled = sampled(data, host.name());
        List<GuestActivity> ofHost =
            host.guests().stream()
                .filter(guest -> sampled.containsKey(guest.name()))
                .map(
                    guest ->
                        new GuestActivity(
                            stretch.phase(),
                            host.name(),
                            guest,
                            stretch.seconds(),
                            stretch.rates().apply(sampled.get(guest.name()))))
                .sorted(Comparator.comparing(GuestActivity::guest, ORDER).thenComparing(BUSIEST))
                .toList();
        guests.addAll(ofHost);
        totals.add(host(data, host, stretch, ofHost));
      }
    }
    return new GuestStatistics(guests, totals);
  }

  private static HostActivity host(
      ReportData data, Guests.Host host, Stretch stretch, List<GuestActivity> guests) {
    JsonNode facts =
        data.captured().machineFacts().getOrDefault(host.name(), MissingNode.getInstance());
    int processors = facts.path("processors").path("threads").asInt();
    return new HostActivity(
        stretch.phase(),
        host.name(),
        stretch.seconds(),
        processors,
        facts.path("memory").path("totalKib").asLong(),
        sampled(data, host.name(), MachineSource.CPU).values().stream()
            .map(cpu -> busy(stretch.rates().apply(cpu), processors))
            .findFirst()
            .orElse(OptionalDouble.empty()),
        host.controller(),
        stretch.phase().equals(Activity.ALL_PHASES)
            ? controllerProgram(data, host)
            : OptionalDouble.empty(),
        host.missing(),
        guests);
  }

  private static OptionalDouble controllerProgram(ReportData data, Guests.Host host) {
    return data.samples().processors().map(ProcessorUse::machines).orElse(List.of()).stream()
        .filter(machine -> machine.machine().name().equals(host.name()))
        .map(ProcessorUse.Machine::controllerProgram)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  private static OptionalDouble busy(Rates cpu, int processors) {
    OptionalDouble user = cpu.mean(MachineRate.USER);
    OptionalDouble system = cpu.mean(MachineRate.SYSTEM);
    return user.isEmpty() || system.isEmpty() || processors == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((user.getAsDouble() + system.getAsDouble()) / 100 * processors);
  }

  private static List<Guests.Host> hosts(ReportData data) {
    return data.samples().processors().map(ProcessorUse::guests).orElse(Guests.NONE).hosts();
  }

  private static Map<String, SampledRates> sampled(ReportData data, String host) {
    return sampled(data, host, MachineSource.GUESTS);
  }

  private static Map<String, SampledRates> sampled(
      ReportData data, String machine, MachineSource source) {
    return data.samples().machines().machines().stream()
        .filter(one -> one.name().equals(machine))
        .map(one -> one.of(source))
        .findFirst()
        .orElse(Map.of());
  }

  /**
   * The guests of a chart.
   *
   * @param most of machines of the plan
   * @param mostOthers of controllers, and then neighbours, the busiest first
   */
  static List<ChartData.GuestLine> lines(ReportData data, int most, int mostOthers) {
    List<Map.Entry<Guest, String>> all =
        hosts(data).stream()
            .flatMap(host -> host.guests().stream().map(guest -> Map.entry(guest, host.name())))
            .filter(one -> sampled(data, one.getValue()).containsKey(one.getKey().name()))
            .sorted(
                Map.Entry.<Guest, String>comparingByKey(ORDER)
                    .thenComparing(one -> -one.getKey().usedProcessors()))
            .toList();
    Predicate<Map.Entry<Guest, String>> isMachine = one -> one.getKey().machine().isPresent();
    return Stream.concat(
            all.stream().filter(isMachine).limit(most),
            all.stream().filter(isMachine.negate()).limit(mostOthers))
        .map(one -> line(one.getKey(), sampled(data, one.getValue()).get(one.getKey().name())))
        .toList();
  }

  private static ChartData.GuestLine line(Guest guest, SampledRates rates) {
    return new ChartData.GuestLine(
        guest.name(),
        is(guest),
        series(rates, MachineRate.GUEST_RESIDENT, KIB_IN_MIB),
        series(rates, MachineRate.GUEST_WAITED, 1e3));
  }

  private static List<Double> series(SampledRates rates, MachineRate rate, double unit) {
    List<Double> values = new ArrayList<>();
    for (Rates point : rates.points()) {
      OptionalDouble mean = point.mean(rate);
      values.add(mean.isEmpty() ? null : (Double) Rounded.hundredths(mean.getAsDouble() / unit));
    }
    return values;
  }
}
