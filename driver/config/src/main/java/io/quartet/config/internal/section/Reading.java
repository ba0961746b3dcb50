package io.quartet.config.internal.section;

import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.config.internal.SoundParts;
import io.quartet.model.QuartetException;
import io.quartet.model.size.Machine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** State of reading one document into a plan. For one document only; not thread-safe. */
public final class Reading {

  private final Path folder;
  private final Optional<Machine> machine;
  private final SoundParts sound;
  private final List<Problem> problems = new ArrayList<>();
  private QuartetException fileError;

  /**
   * @param folder where names of files count from
   * @param machine that the document is read for; empty if the document is sealed
   * @param sound what of the document can be judged; grows less with every problem
   */
  public Reading(Path folder, Optional<Machine> machine, SoundParts sound) {
    this.folder = folder;
    this.machine = machine;
    this.sound = sound;
  }

  /** A file that the document names. */
  Path file(String name) {
    return folder.resolve(name);
  }

  /** The machine that the document is read for; empty if the document is sealed. */
  Optional<Machine> machine() {
    return machine;
  }

  /** True if all of these are known, with everything in them, or are absent on purpose. */
  boolean areSound(DocumentPath... paths) {
    return sound.areSound(paths);
  }

  /**
   * Takes a problem, unless it may only follow from another.
   *
   * @param needed places on which the rule hangs, beside that of the problem
   */
  void report(Problem problem, DocumentPath... needed) {
    if (sound.isKnown(problem.path()) && sound.areSound(needed)) {
      problems.add(problem);
      sound.leaveOut(problem);
    }
  }

  /** Takes what is wrong with another file, which the document names in a place. */
  void reportFile(DocumentPath place, QuartetException error) {
    fileError = error;
    sound.leaveOut(place);
  }

  /** Problems of the document, in the order in which they were found. */
  public List<Problem> problems() {
    return problems;
  }

  /** The problem of another file that the document names; empty if it has none. */
  public Optional<QuartetException> fileError() {
    return Optional.ofNullable(fileError);
  }
}
