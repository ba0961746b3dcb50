package io.quartet.report.internal.data;

import io.quartet.model.QuartetException;
import io.quartet.results.Content;
import io.quartet.results.folder.ResultsFolder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Missing or damaged parts of a results folder, in words, in the order of their detection. Not
 * thread-safe.
 */
public final class Problems {

  private static final String NOT_WRITTEN =
      " is missing: the run ended before it was written, or it was removed";

  private final List<String> told = new ArrayList<>();

  /** The content of a file that has to exist; a missing file is a problem. */
  <T> Optional<T> expect(Content<T> content) {
    return content.fold(Optional::of, name -> tell(name + NOT_WRITTEN), this::tell);
  }

  /** The same of a file that only some runs have; empty and no problem for others. */
  <T> Optional<T> expectIf(boolean hasFile, Content<T> content) {
    return hasFile ? expect(content) : Optional.empty();
  }

  /** The content of a file that may be missing. */
  public <T> Optional<T> allow(Content<T> content) {
    return content.fold(Optional::of, name -> Optional.empty(), this::tell);
  }

  private <T> Optional<T> tell(QuartetException damage) {
    return tell(damage.getMessage());
  }

  private <T> Optional<T> tell(String problem) {
    told.add(problem);
    return Optional.empty();
  }

  void addAll(Collection<String> problems) {
    told.addAll(problems);
  }

  /** All of them, with the place of the folder. */
  public List<String> told() {
    return List.copyOf(told);
  }

  /** A sentence each without the place, once, though several readers may meet the same one. */
  public List<String> sentences(ResultsFolder folder) {
    return told.stream().map(folder::withoutPlace).distinct().toList();
  }
}
