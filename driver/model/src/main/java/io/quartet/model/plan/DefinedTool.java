package io.quartet.model.plan;

import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Load by a tool that a definition describes.
 *
 * @param definition how it is called and read
 * @param load clients of each database
 * @param seed of the random numbers of all processes, if the tool takes one
 */
public record DefinedTool(ToolDefinition definition, ClientLoad load, long seed)
    implements ToolWorkload {

  /** As {@link Workload#version()}: raise it when tools are called or read in another way. */
  public static final int VERSION = 1;

  /** The words that fill a database, with settings and seed: databases of the same are alike. */
  public String preparation() {
    return definition.preparation().replace("{seed}", Long.toString(seed));
  }

  @Override
  public String label() {
    return "tool";
  }

  @Override
  public int version() {
    return VERSION;
  }

  @Override
  public List<RequestKind> kinds() {
    return List.copyOf(definition.kinds());
  }

  @Override
  public Map<RequestKind, Integer> weights() {
    Map<RequestKind, Integer> weights = new LinkedHashMap<>();
    definition.kinds().forEach(kind -> weights.put(kind, kind.weight()));
    return weights;
  }

  /** By second, as all figures of a run; {@link ToolDefinition.Counted} has that of the tool. */
  @Override
  public Headline headline() {
    return new Headline(
        "tps",
        definition.kinds().stream()
            .filter(kind -> definition.headline().kinds().contains(kind.label()))
            .collect(Collectors.toSet()));
  }
}
