package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.PlanDocument;
import io.quartet.config.Units;
import io.quartet.model.VmRole;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.OnMachine;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.PlannedEvent.Moment;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Segment;
import io.quartet.model.plan.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code events}: what is done on purpose during the run; absent if there is nothing. */
public final class EventsCodec {

  public static final String NAME = "events";

  private static final DocumentPath TIMING = DocumentPath.ROOT.child("timing");
  private static final String EVENT = "name";
  static final String AT = "at";
  static final String UNTIL = "until";
  static final String ON = "on";
  private static final String PHASE = "phase";
  private static final String AFTER = "after";

  private EventsCodec() {}

  public static List<PlannedEvent> read(Section events) {
    return events.items().stream().map(EventsCodec::readOne).toList();
  }

  private static PlannedEvent readOne(Section event) {
    return new PlannedEvent(
        event.text(EVENT),
        moment(event.child(AT)),
        event.has(UNTIL) ? Optional.of(moment(event.child(UNTIL))) : Optional.empty(),
        event.optional(ON).orElse(PlannedEvent.DRIVER),
        EventActionCodec.read(event));
  }

  private static Moment moment(Section moment) {
    return new Moment(
        moment.text(PHASE), moment.has(AFTER) ? moment.duration(AFTER) : Duration.ZERO);
  }

  public static ArrayNode write(List<PlannedEvent> events) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (PlannedEvent event : events) {
      ObjectNode json = list.addObject().put(EVENT, event.name());
      json.set(AT, write(event.at()));
      event.until().ifPresent(until -> json.set(UNTIL, write(until)));
      json.put(ON, event.on());
      EventActionCodec.write(event.action(), json);
    }
    return list;
  }

  private static ObjectNode write(Moment moment) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (Character.isDigit(moment.segment().charAt(0))) {
      json.put(PHASE, Integer.parseInt(moment.segment()));
    } else {
      json.put(PHASE, moment.segment());
    }
    return json.put(AFTER, Units.text(moment.after()));
  }

  /**
   * Judges them by the rest of the plan.
   *
   * @param areMachinesKnown false if the machines of the plan may be wrong themselves
   */
  public static void check(RunPlan plan, Section events, boolean areMachinesKnown) {
    List<PlannedEvent> all = plan.schedule().events();
    List<Section> items = events.items();
    Timeline timeline = plan.timeline();
    for (int i = 0; i < all.size(); i++) {
      PlannedEvent event = all.get(i);
      Section item = items.get(i);
      checkName(event, all.subList(0, i), item);
      boolean isTimed = checkTimes(event, timeline, item);
      if (EventActionCodec.check(event, item) && areMachinesKnown) {
        checkPlace(event, plan, item);
        CopyCheck.check(plan, event, item, isTimed, all.subList(0, i));
      }
      if (isTimed) {
        checkOverlap(event, all.subList(0, i), plan, item);
      }
    }
  }

  private static void checkName(PlannedEvent event, List<PlannedEvent> before, Section item) {
    if (before.stream().anyMatch(other -> other.name().equals(event.name()))) {
      item.wrong(item.at(EVENT), " is also the name of another event. Give each its own name.");
    }
  }

  /** True if its times can be compared with those of others. */
  private static boolean checkTimes(PlannedEvent event, Timeline timeline, Section item) {
    if (!checkMoment(event.at(), timeline, item.child(AT))) {
      return false;
    }
    if (event.until().isEmpty()) {
      return true;
    }
    if (!checkMoment(event.until().get(), timeline, item.child(UNTIL))) {
      return false;
    }
    if (event.end(timeline).compareTo(event.at().offset(timeline)) <= 0) {
      item.wrong(
          item.at(UNTIL),
          " is not later than its beginning. Set a later moment, or leave it out.",
          PhasesCodec.PATH,
          ClientLoadCodec.PATH,
          TIMING);
      return false;
    }
    return true;
  }

  private static boolean checkMoment(Moment moment, Timeline timeline, Section item) {
    Optional<Segment> segment = timeline.segment(moment.segment());
    if (segment.isEmpty()) {
      item.wrong(
          item.at(PHASE),
          " is "
              + moment.segment()
              + ", but the run has phases 1 to "
              + timeline.phases().size()
              + ". Name one of them, or rampUp, warmUp or rampDown.",
          PhasesCodec.PATH,
          ClientLoadCodec.PATH);
      return false;
    }
    Duration length = segment.get().length();
    if (moment.after().compareTo(length) >= 0 && !moment.after().isZero()) {
      item.wrong(
          item.at(AFTER),
          " is "
              + Units.text(moment.after())
              + ", but this phase takes "
              + Units.text(length)
              + ". Shorten it, or name a later phase.",
          PhasesCodec.PATH,
          ClientLoadCodec.PATH,
          TIMING);
      return false;
    }
    return true;
  }

  private static void checkPlace(PlannedEvent event, RunPlan plan, Section item) {
    DocumentPath on = item.at(ON);
    DocumentPath[] needed = {
      ProviderCodec.PATH, PlanDocument.SETS, PhasesCodec.PATH, ClientLoadCodec.PATH
    };
    boolean isVm = plan.sizes().containsKey(event.on());
    EventAction action = event.action();
    long others = otherMachines(plan).stream().filter(event.on()::equals).count();
    if (others + (isVm ? 1 : 0) > 1) {
      item.wrong(
          on,
          " is " + event.on() + ", which names two machines. Rename one in provider.ssh.",
          needed);
    } else if (!isVm && others == 0) {
      item.wrong(
          on,
          " is "
              + event.on()
              + ", which is no VM of this plan, and no other machine of it. Name a VM such as"
              + " a1-vm3, driver, a hypervisor, or a machine of provider.ssh.others.",
          needed);
    } else if ((action instanceof OnServer || action instanceof Copy)
        && VmRole.of(event.on()).filter(VmRole::isDatabase).isEmpty()) {
      item.wrong(on, " is " + event.on() + ", but this action needs a VM with a database.", needed);
    } else if (action instanceof OnVm && !isVm) {
      item.wrong(
          on,
          " is " + event.on() + ", but this action needs a VM. Name one, or use a command.",
          needed);
    } else if (!(action instanceof OnMachine) && plan.provider().isGiven()) {
      item.wrong(
          item.at(EventActionCodec.ACTION),
          " needs servers that Quartet made. Set provider.prepare, or use a command.",
          needed);
    } else if (action instanceof OnMachine && isVm && plan.provider().isLocal()) {
      item.wrong(
          on,
          " is " + event.on() + ", but embedded VMs share the driver's machine. Write driver.",
          needed);
    } else if (action instanceof OnMachine && isVm && plan.provider().ssh().isEmpty()) {
      item.wrong(on, " can only be reached with provider.ssh. Add that key.", needed);
    }
  }

  /** Machines beside those of VMs on which events may be. */
  private static List<String> otherMachines(RunPlan plan) {
    List<String> names = new ArrayList<>(List.of(PlannedEvent.DRIVER));
    plan.provider()
        .ssh()
        .ifPresent(
            ssh -> {
              ssh.hypervisors().forEach(hypervisor -> names.add(hypervisor.host()));
              names.addAll(ssh.others());
            });
    return names;
  }

  private static void checkOverlap(
      PlannedEvent event, List<PlannedEvent> before, RunPlan plan, Section item) {
    Timeline timeline = plan.timeline();
    Duration begin = event.at().offset(timeline);
    Duration end = event.end(timeline);
    before.stream()
        .filter(other -> event.collidesWith(other, plan))
        .filter(other -> isFound(other, timeline))
        .filter(
            other ->
                other.at().offset(timeline).equals(begin)
                    || (other.at().offset(timeline).compareTo(end) < 0
                        && begin.compareTo(other.end(timeline)) < 0))
        .findFirst()
        .ifPresent(
            other ->
                item.wrong(
                    item.at(AT),
                    " lies within event '"
                        + other.name()
                        + "' on "
                        + event.on()
                        + ". One event at a time can be on a target: change at or until of one.",
                    PhasesCodec.PATH,
                    ClientLoadCodec.PATH,
                    TIMING));
  }

  private static boolean isFound(PlannedEvent event, Timeline timeline) {
    return timeline.segment(event.at().segment()).isPresent()
        && event.until().map(until -> timeline.segment(until.segment()).isPresent()).orElse(true);
  }
}
