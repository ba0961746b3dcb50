package io.quartet.results;

import io.quartet.model.QuartetException;
import io.quartet.results.folder.ResultsFolder;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Content of a file in a results folder. A killed run has only some of its files, and files may be
 * damaged. The caller decides how to handle both cases.
 *
 * @param <T> what the file holds
 */
public sealed interface Content<T> {

  /** A file that was read. */
  record Present<T>(T value) implements Content<T> {
    @Override
    public <R> R fold(
        Function<T, R> present, Function<String, R> absent, Function<QuartetException, R> damaged) {
      return present.apply(value);
    }
  }

  /**
   * A file that is not there.
   *
   * @param name its name in the results folder
   */
  record Absent<T>(String name) implements Content<T> {
    @Override
    public <R> R fold(
        Function<T, R> present, Function<String, R> absent, Function<QuartetException, R> damaged) {
      return absent.apply(name);
    }
  }

  /**
   * A file that cannot be read.
   *
   * @param error says which, where and why
   */
  record Damaged<T>(QuartetException error) implements Content<T> {
    @Override
    public <R> R fold(
        Function<T, R> present, Function<String, R> absent, Function<QuartetException, R> damaged) {
      return damaged.apply(error);
    }
  }

  /**
   * Maps each of the three cases to a value.
   *
   * @param present takes the content
   * @param absent takes the name of the file that is not there
   * @param damaged takes the error, which says which file it is, where and why
   */
  <R> R fold(
      Function<T, R> present, Function<String, R> absent, Function<QuartetException, R> damaged);

  /**
   * Reads a file.
   *
   * @throws QuartetException RESULTS_VERSION: what another version wrote is whole, but not for us
   */
  static <T> Content<T> of(ResultsFolder folder, String name, Function<ResultsFolder, T> reader) {
    return folder.has(name) ? of(() -> reader.apply(folder)) : new Absent<>(name);
  }

  /** Reads what is there. */
  static <T> Content<T> of(Supplier<T> reader) {
    try {
      return new Present<>(reader.get());
    } catch (QuartetException e) {
      if (e.code().equals(RunDocument.OTHER_VERSION)) {
        throw e;
      }
      return new Damaged<>(e);
    }
  }

  /**
   * The content; empty if there is no such file.
   *
   * @throws QuartetException RESULTS_UNREADABLE or PLAN_DOCUMENT if it is damaged
   */
  default Optional<T> orRefuse() {
    return fold(
        Optional::of,
        absent -> Optional.empty(),
        error -> {
          throw error;
        });
  }

  /** The content; empty if there is no such file, or if it is damaged. */
  default Optional<T> whole() {
    return fold(Optional::of, absent -> Optional.empty(), error -> Optional.empty());
  }
}
