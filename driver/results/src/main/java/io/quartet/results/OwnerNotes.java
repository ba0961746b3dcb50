package io.quartet.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.results.folder.ResultsFolder;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * {@code notes.json}: tags and a note that somebody gave to a run or an experiment. They may change
 * at any time, so the checksums of the run leave the file out. No figure and no rule depends on it.
 *
 * @param tags values by key, in the order of the keys; at most {@link #MOST_TAGS}
 * @param note a remark of at most {@link #LONGEST_NOTE} characters; empty for none
 */
public record OwnerNotes(SortedMap<String, String> tags, String note) {

  /** Name in the folder of a run or an experiment. */
  public static final String NAME = "notes.json";

  static final int MOST_TAGS = 50;
  static final int LONGEST_NOTE = 2_000;
  private static final int LONGEST_VALUE = 200;
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** For a run of which nothing was said. */
  public static final OwnerNotes NONE = new OwnerNotes(new TreeMap<>(), "");

  /**
   * @throws QuartetException WRONG_NOTE if a part is longer than allowed, or a key has other
   *     characters
   */
  public OwnerNotes {
    tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    if (tags.size() > MOST_TAGS) {
      throw wrong("there are %,d tags. Use at most %,d.".formatted(tags.size(), MOST_TAGS));
    }
    tags.forEach(OwnerNotes::requireTag);
    if (note.length() > LONGEST_NOTE) {
      throw wrong(
          "the note has %,d characters. Use at most %,d.".formatted(note.length(), LONGEST_NOTE));
    }
  }

  private static void requireTag(String key, String value) {
    if (!KEY.matcher(key).matches()) {
      throw wrong(
          ("the key '%s' of a tag is not allowed. Use up to 40 letters, digits, dots, hyphens and"
                  + " underscores, and begin with a letter or digit.")
              .formatted(key));
    }
    if (value.isBlank() || value.length() > LONGEST_VALUE) {
      throw wrong(
          "the tag '%s' needs a value of 1 to %,d characters, as in %s=nvme."
              .formatted(key, LONGEST_VALUE, key));
    }
  }

  private static QuartetException wrong(String what) {
    return QuartetException.badInput("WRONG_NOTE", what);
  }

  /**
   * Those of a folder; none if it has no such file.
   *
   * @throws QuartetException RESULTS_UNREADABLE
   */
  public static OwnerNotes read(ResultsFolder folder) {
    if (!folder.has(NAME)) {
      return NONE;
    }
    JsonNode json = folder.json(NAME);
    SortedMap<String, String> tags = new TreeMap<>();
    if (!json.isObject() || !isObjectOfTexts(json.path("tags")) || !isText(json.path("note"))) {
      throw ResultsFolder.unreadable(
          folder.file(NAME), "tags need to be an object of texts, and note a text", null);
    }
    json.path("tags")
        .fields()
        .forEachRemaining(tag -> tags.put(tag.getKey(), tag.getValue().textValue()));
    try {
      return new OwnerNotes(tags, json.path("note").asText());
    } catch (QuartetException e) {
      throw ResultsFolder.unreadable(folder.file(NAME), e.getMessage().replaceFirst("\\.$", ""), e);
    }
  }

  private static boolean isObjectOfTexts(JsonNode tags) {
    return tags.isMissingNode()
        || tags.isObject()
            && StreamSupport.stream(tags.spliterator(), false).allMatch(JsonNode::isTextual);
  }

  private static boolean isText(JsonNode note) {
    return note.isMissingNode() || note.isTextual();
  }

  /** Those of a folder; none if the file is damaged, because no result is lost with it. */
  public static OwnerNotes of(ResultsFolder folder) {
    try {
      return read(folder);
    } catch (QuartetException e) {
      return NONE;
    }
  }

  /** Replaces the file. */
  public void write(ResultsFolder folder) {
    folder.replace(NAME, json().toPrettyString() + "\n");
  }

  /** Content of the file: {@code {tags: {key: value}, note}}. */
  public ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    ObjectNode values = json.putObject("tags");
    tags.forEach(values::put);
    return json.put("note", note);
  }

  /** All of it in a line; empty if nothing was said. */
  public String line() {
    String words =
        tags.entrySet().stream()
            .map(tag -> tag.getKey() + "=" + tag.getValue())
            .collect(Collectors.joining(" "));
    return words + (words.isEmpty() || note.isEmpty() ? "" : ": ") + note;
  }
}
