package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.internal.SoundParts;
import io.quartet.config.internal.section.Reading;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Result of reading a benchmark document.
 *
 * @param plan empty if too much is wrong; meaningless if anything is
 * @param problems what is wrong with the document
 * @param fileError what is wrong with another file that it names
 */
record PlanReading(
    Optional<RunPlan> plan, List<Problem> problems, Optional<QuartetException> fileError) {

  /**
   * Reads a document into a plan.
   *
   * @param ofSchema what its schema finds
   * @param sound what of it can be judged; those of its schema are left out here
   * @param folder where names of files count from
   * @param machine that the plan is made for
   */
  static PlanReading of(
      JsonNode root, List<Problem> ofSchema, SoundParts sound, Path folder, Machine machine) {
    List<Problem> problems = new ArrayList<>(ofSchema);
    ofSchema.forEach(sound::leaveOut);
    Optional<ObjectNode> complete = sound.completed();
    if (complete.isEmpty()) {
      return new PlanReading(Optional.empty(), problems, Optional.empty());
    }
    Reading reading = new Reading(folder, Optional.of(machine), sound);
    RunPlan plan = PlanDocument.read(complete.get(), root, reading);
    problems.addAll(reading.problems());
    return new PlanReading(Optional.of(plan), problems, reading.fileError());
  }
}
