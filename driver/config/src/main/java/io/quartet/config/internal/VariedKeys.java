package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.internal.CellValues.Value;
import io.quartet.model.experiment.Experiment.VariedKey;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The keys that differ between the cells of an experiment, with their values. */
public final class VariedKeys {

  private final JsonNode base;
  private final JsonNode fixed;
  private final Set<String> keys = new LinkedHashSet<>();
  private final List<VariedKey> varied;

  /**
   * Every key that a cell gives, in the order of the cells.
   *
   * @param fixed values that all cells share
   * @param base the benchmark file whose keys vary
   */
  public VariedKeys(List<CellValues> cells, JsonNode fixed, JsonNode base) {
    this.base = base;
    this.fixed = fixed;
    cells.forEach(cell -> keys.addAll(cell.values().keySet()));
    List<Map<String, String>> texts = cells.stream().map(this::texts).toList();
    this.varied =
        keys.stream()
            .map(
                key ->
                    new VariedKey(
                        key,
                        label(key),
                        texts.stream().map(text -> text.get(key)).distinct().toList()))
            .toList();
  }

  /** The keys with their values. */
  public List<VariedKey> keys() {
    return varied;
  }

  /** The text itself if it is that of a value of the key; otherwise empty. */
  public Optional<String> text(String key, String text) {
    return varied.stream()
        .filter(one -> one.key().equals(key) && one.values().contains(text))
        .map(one -> text)
        .findFirst();
  }

  /**
   * Text of every varied key in a cell. A key that the cell lacks has the value of the cells in
   * common, or that of the benchmark file.
   */
  public Map<String, String> texts(CellValues cell) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (cell.values().keySet().containsAll(keys)) {
      keys.forEach(key -> texts.put(key, cell.values().get(key).text()));
      return texts;
    }
    ObjectNode benchmark = base.deepCopy();
    cell.over(fixed).putInto(benchmark);
    for (String key : keys) {
      Value own = cell.values().get(key);
      texts.put(
          key,
          own == null ? CellValues.text(KeyPaths.at(benchmark, KeyPaths.of(key))) : own.text());
    }
    return texts;
  }

  /** The shortest end of a key that no other key has. */
  private String label(String key) {
    List<String> parts = KeyPaths.of(key).parts();
    for (int from = parts.size() - 1; from > 0; from--) {
      String end = String.join(".", parts.subList(from, parts.size()));
      if (keys.stream().filter(other -> other.endsWith("." + end) || other.equals(end)).count()
          == 1) {
        return end;
      }
    }
    return key;
  }

  /** Each key that a cell gives, with its value, for instance {@code users 8, tradeDays 20}. */
  public String describe(CellValues cell) {
    return varied.stream()
        .filter(key -> cell.values().containsKey(key.key()))
        .map(key -> key.label() + " " + cell.values().get(key.key()).text())
        .collect(Collectors.joining(", "));
  }
}
