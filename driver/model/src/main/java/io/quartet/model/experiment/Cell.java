package io.quartet.model.experiment;

import io.quartet.model.plan.RunPlan;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One combination of the values of an experiment.
 *
 * @param number from 1
 * @param label for people: a name that its author gave, otherwise its values
 * @param values text of every varied key, in the order of the file
 * @param stack number from 1 of the databases that it runs on; cells of one stack share data and
 *     servers
 * @param plan what is run; its name is that of the stack
 */
public record Cell(int number, String label, Map<String, String> values, int stack, RunPlan plan) {

  public Cell {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
