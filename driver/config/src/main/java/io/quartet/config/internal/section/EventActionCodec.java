package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Units;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.ClearCaches;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.Copy.Method;
import io.quartet.model.plan.EventAction.DiskLimit;
import io.quartet.model.plan.EventAction.DiskRate;
import io.quartet.model.plan.EventAction.MemoryHog;
import io.quartet.model.plan.EventAction.MemoryLimit;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.ProcessorHog;
import io.quartet.model.plan.EventAction.ProcessorLimit;
import io.quartet.model.plan.EventAction.Words;
import io.quartet.model.plan.PlannedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an event does: {@code action}, or a command with its undo. */
final class EventActionCodec {

  static final String ACTION = "action";
  private static final String RUN = "run";
  private static final String SHELL = "shell";
  private static final String UNDO = "undo";
  private static final String LIMIT = "limit";

  private static final String COPY = "copy";
  private static final String CLONE = "clone";
  private static final String CLEAR_CACHES = "clearCaches";
  private static final String DISK = "disk";
  private static final String READS = "reads";
  private static final String WRITES = "writes";
  private static final String CPUS = "cpus";
  private static final String MEMORY = "memory";
  private static final String PROCESSOR_HOG = "processorHog";
  private static final String MEMORY_HOG = "memoryHog";

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  /** How long a command may take, unless the file says so. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private EventActionCodec() {}

  /** The action of an event; of one that has none, a command without words. */
  static EventAction read(Section event) {
    if (!event.has(ACTION)) {
      return new Command(
          words(event.child(event.has(SHELL) ? SHELL : RUN)),
          event.has(UNDO) ? Optional.of(words(event.child(UNDO))) : Optional.empty(),
          event.has(LIMIT) ? event.positive(LIMIT) : LONGEST);
    }
    Section action = event.child(ACTION);
    if (action.value().isTextual()) {
      return event.text(ACTION).equals(CLEAR_CACHES)
          ? new ClearCaches()
          : event.constant(ACTION, OnServer.class);
    } else if (action.has(COPY) || action.has(CLONE)) {
      boolean isClone = action.has(CLONE);
      return new Copy(
          strings(action.child(isClone ? CLONE : COPY)),
          isClone ? Method.CLONE : Method.BASE_BACKUP);
    } else if (action.has(DISK)) {
      Section disk = action.child(DISK);
      return new DiskLimit(rate(disk, READS), rate(disk, WRITES));
    } else if (action.has(CPUS)) {
      return new ProcessorLimit(action.value().get(CPUS).asDouble());
    } else if (action.has(MEMORY)) {
      return new MemoryLimit(Units.bytes(action.text(MEMORY)));
    } else if (action.has(PROCESSOR_HOG)) {
      return new ProcessorHog(action.integer(PROCESSOR_HOG));
    }
    return new MemoryHog(Units.bytes(action.text(MEMORY_HOG)));
  }

  private static Words words(Section command) {
    if (command.value().isTextual()) {
      return new Words(List.of(command.value().asText()), true);
    }
    return new Words(strings(command), false);
  }

  private static List<String> strings(Section list) {
    List<String> strings = new ArrayList<>();
    list.value().forEach(word -> strings.add(word.asText()));
    return strings;
  }

  /** Place of the VMs that get copies. */
  static DocumentPath targets(Copy copy, Section event) {
    return event.at(ACTION).child(key(copy));
  }

  private static String key(Copy copy) {
    return copy.method() == Method.CLONE ? CLONE : COPY;
  }

  private static Optional<DiskRate> rate(Section disk, String key) {
    return disk.optional(key).map(Units::diskRate);
  }

  /** Judges what an event does; false if it is not known. */
  static boolean check(PlannedEvent event, Section item) {
    List<String> given = Stream.of(ACTION, RUN, SHELL).filter(item::has).toList();
    if (given.size() != 1) {
      item.wrong(
          item.path(),
          given.isEmpty()
              ? " does nothing. Give it action, run or shell."
              : " has " + String.join(" and ", given) + ". Leave one of them.");
      return false;
    }
    if (event.action() instanceof Command command) {
      if (command.limit().compareTo(SHORTEST) < 0) {
        item.wrong(item.at(LIMIT), " is shorter than 1s. Give the command more time.");
      }
      if (command.undo().isEmpty() && event.until().isPresent()) {
        item.wrongKey(
            item.at(EventsCodec.UNTIL),
            " needs a command that takes the event back. Add undo, or leave until out.");
      }
    } else {
      Stream.of(UNDO, LIMIT)
          .filter(item::has)
          .forEach(
              key ->
                  item.wrongKey(
                      item.at(key), " belongs to a command, and action is none. Remove it."));
      if (event.until().isPresent() && !event.action().lasts()) {
        item.wrongKey(
            item.at(EventsCodec.UNTIL), " has no effect: the action is over at once. Remove it.");
      }
    }
    return true;
  }

  static void write(EventAction action, ObjectNode json) {
    if (action instanceof Command command) {
      write(command.begin(), command.begin().areForShell() ? SHELL : RUN, json);
      command.undo().ifPresent(undo -> write(undo, UNDO, json));
      json.put(LIMIT, Units.text(command.limit()));
    } else if (action instanceof OnServer onServer) {
      json.put(ACTION, onServer.name().toLowerCase(Locale.ROOT));
    } else if (action instanceof ClearCaches) {
      json.put(ACTION, CLEAR_CACHES);
    } else {
      json.set(ACTION, object(action));
    }
  }

  private static void write(Words words, String key, ObjectNode json) {
    if (words.areForShell()) {
      json.put(key, words.words().get(0));
    } else {
      ArrayNode list = json.putArray(key);
      words.words().forEach(list::add);
    }
  }

  private static ObjectNode object(EventAction action) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (action instanceof Copy copy) {
      ArrayNode targets = json.putArray(key(copy));
      copy.targets().forEach(targets::add);
    } else if (action instanceof DiskLimit limit) {
      ObjectNode disk = json.putObject(DISK);
      limit.reads().ifPresent(rate -> disk.put(READS, Units.text(rate)));
      limit.writes().ifPresent(rate -> disk.put(WRITES, Units.text(rate)));
    } else if (action instanceof ProcessorLimit limit) {
      json.put(CPUS, limit.cpus());
    } else if (action instanceof MemoryLimit limit) {
      json.put(MEMORY, Units.text(limit.bytes()));
    } else if (action instanceof ProcessorHog hog) {
      json.put(PROCESSOR_HOG, hog.processors());
    } else if (action instanceof MemoryHog hog) {
      json.put(MEMORY_HOG, Units.text(hog.bytes()));
    }
    return json;
  }
}
