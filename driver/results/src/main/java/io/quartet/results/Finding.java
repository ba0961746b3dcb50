package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One place where a rule is broken.
 *
 * @param about what is concerned, named as in the other files of the results folder; may be empty
 * @param text the same in words, with what was found there
 */
public record Finding(Map<Subject, String> about, String text) {

  /** The possible subjects of a finding. */
  public enum Subject {
    VM,
    MACHINE,
    /** A device of a machine. */
    DISK,
    SET,
    GROUP,
    PHASE,
    TRANSACTION,
    WORKER,
    FILE,
    /** A consistency check. */
    CHECK,
    /** A setting of PostgreSQL, or a property of a program. */
    SETTING,
    TABLE;

    /** Name in audit.json. */
    String field() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Finding {
    about = Collections.unmodifiableMap(about.isEmpty() ? Map.of() : new EnumMap<>(about));
  }

  public static Finding of(String text) {
    return new Finding(Map.of(), text);
  }

  public static Finding of(Subject subject, String name, String text) {
    return new Finding(Map.of(subject, name), text);
  }

  /** Findings of which only the words are known. */
  public static List<Finding> all(List<String> texts) {
    return texts.stream().map(Finding::of).toList();
  }

  /** The same finding about one thing more. */
  public Finding and(Subject subject, String name) {
    Map<Subject, String> more = new EnumMap<>(Subject.class);
    more.putAll(about);
    more.put(subject, name);
    return new Finding(more, text);
  }

  /** True if the finding is about this. */
  public boolean isAbout(Subject subject, String name) {
    return name.equals(about.get(subject));
  }

  /** The first findings in one line, and how many more there are. */
  public static String first(List<Finding> findings) {
    return Text.first(findings.stream().map(Finding::text).toList());
  }

  /** Adds the fields to one finding of audit.json. */
  void write(ObjectNode json) {
    about.forEach((subject, name) -> json.put(subject.field(), name));
    json.put("text", text);
  }

  static Finding read(JsonNode json) {
    Map<Subject, String> about = new EnumMap<>(Subject.class);
    for (Subject subject : Subject.values()) {
      if (json.hasNonNull(subject.field())) {
        about.put(subject, json.path(subject.field()).asText());
      }
    }
    return new Finding(about, json.path("text").asText());
  }
}
