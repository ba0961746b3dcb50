package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.Units;
import io.quartet.model.Address;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A part of a document that fits the schema: its values as a plan needs them, and the way to report
 * what a schema cannot judge.
 *
 * @param reading takes the problems
 * @param path place in the document
 * @param value with every default filled in; missing if there is none
 * @param given the same as the user wrote it
 */
public record Section(Reading reading, DocumentPath path, JsonNode value, JsonNode given) {

  private static final Duration LONGEST = Duration.ofHours(1_000);

  /** The node below a key. */
  public Section child(String key) {
    return new Section(reading, path.child(key), value.path(key), given.path(key));
  }

  /** The values of a list; none if this is no list. */
  List<Section> items() {
    List<Section> items = new ArrayList<>();
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      items.add(new Section(reading, path.child(i), value.get(i), given.path(i)));
    }
    return items;
  }

  DocumentPath at(String key) {
    return path.child(key);
  }

  boolean has(String key) {
    return value.has(key);
  }

  public int integer(String key) {
    return value.get(key).asInt();
  }

  public String text(String key) {
    return value.get(key).asText();
  }

  /** Text of a key that may be absent. */
  Optional<String> optional(String key) {
    return Optional.ofNullable(value.get(key)).map(JsonNode::asText);
  }

  /** A day such as 2026-03-01 that may be absent; one that no calendar has is reported. */
  Optional<String> day(String key) {
    Optional<String> day = optional(key);
    day.ifPresent(
        text -> {
          try {
            LocalDate.parse(text);
          } catch (DateTimeException e) {
            wrong(at(key), " is '" + text + "', which is not a date. Write it like 2026-03-01.");
          }
        });
    return day;
  }

  /** Absolute name of a file; empty if the key is absent. */
  Optional<String> file(String key) {
    return optional(key).map(name -> reading.file(name).toAbsolutePath().toString());
  }

  /** The constant that a value names, for instance {@code repeatable-read}. */
  public <E extends Enum<E>> E constant(String key, Class<E> type) {
    return Enum.valueOf(type, text(key).toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  /** A length of time longer than 0; where it is out of range, a second stands in for it. */
  public Duration positive(String key) {
    return duration(text(key), at(key), false);
  }

  /** As {@link #positive(String)}, of an item of a list. */
  Duration positive(int item) {
    return duration(value.get(item).asText(), path.child(item), false);
  }

  /** A length of time, 0 or longer; where it is out of range, a second stands in for it. */
  Duration duration(String key) {
    return duration(text(key), at(key), true);
  }

  private Duration duration(String text, DocumentPath place, boolean mayBeZero) {
    try {
      Duration duration = Units.duration(text);
      if (duration.compareTo(LONGEST) <= 0 && (mayBeZero || !duration.isZero())) {
        return duration;
      }
    } catch (ArithmeticException e) {
      // Longer than 292 years: reported below like every other duration out of range.
    }
    String lowest = mayBeZero ? "from 0s to " : "longer than 0s and at most ";
    wrong(place, " is '" + text + "', but it must be " + lowest + LONGEST.toHours() + "h.");
    return Duration.ofSeconds(1);
  }

  /** The address that stands here; where it is none, another stands in for it. */
  Address address() {
    try {
      return Address.parse(value.asText());
    } catch (IllegalArgumentException e) {
      wrong(path, ": " + e.getMessage() + ". Correct it.");
      return new Address("127.0.0.1", 1);
    }
  }

  /** The name or address of a host that stands here. */
  String host() {
    Address.objection(value.asText())
        .ifPresent(objection -> wrong(path, ": " + objection + ". Correct it."));
    return value.asText();
  }

  /**
   * Reports a wrong value.
   *
   * @param text follows the place: what is wrong, and what to do
   * @param needed places on which the rule hangs, beside that of the problem
   */
  void wrong(DocumentPath place, String text, DocumentPath... needed) {
    reading.report(Problem.ofValue(place, "WRONG_VALUE", place + text), needed);
  }

  /**
   * Reports a key that should not be there.
   *
   * @param text follows the place: what is wrong, and what to do
   * @param needed places on which the rule hangs, beside that of the problem
   */
  void wrongKey(DocumentPath place, String text, DocumentPath... needed) {
    reading.report(Problem.ofKey(place, "WRONG_VALUE", place + text), needed);
  }

  /**
   * Reports a key without effect.
   *
   * @param choice what it belongs to, for instance {@code provider.kind hosts}
   */
  void useless(String key, String choice, DocumentPath... needed) {
    wrongKey(at(key), " applies to " + choice + " only. Set that, or leave it out.", needed);
  }

  /** Reports that a key of this part is missing. */
  void missing(String text, DocumentPath... needed) {
    reading.report(Problem.ofKey(path, "MISSING_KEY", text), needed);
  }
}
