package io.quartet.cli.option;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.provision.os.FileTrees;
import io.quartet.results.RunFiles;
import io.quartet.results.RunInfo;
import io.quartet.results.RunState;
import io.quartet.results.experiment.ExperimentFolder;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** A folder of results on the command line: of a run, or of an experiment with its runs. */
public record ResultsOf(ResultsFolder folder) {

  private static final Set<String> DOCUMENTS = Set.of(RunInfo.NAME, ExperimentFolder.NAME);

  /**
   * The folder there, by its full name.
   *
   * @throws QuartetException NOT_RESULTS, RESULTS_UNREADABLE or EXPERIMENT_DOCUMENT unless it holds
   *     the plan of a run or of an experiment that can be read: other programs have files of these
   *     names too
   */
  public static ResultsOf open(Path path) {
    Path whole = whole(path);
    if (ExperimentFolder.isOne(whole)) {
      ExperimentFolder.open(whole);
      return new ResultsOf(new ResultsFolder(whole));
    }
    requireSome(whole);
    ResultsFolder run = ResultsFolder.open(whole);
    RunInfo.read(run);
    return new ResultsOf(run);
  }

  /**
   * Refuses a folder that is neither that of a run nor of an experiment.
   *
   * @throws QuartetException NOT_RESULTS
   */
  public static void requireSome(Path path) {
    if (!isSome(path)) {
      throw QuartetException.badInput(
          "NOT_RESULTS",
          "%s %s. Name the folder of a run or an experiment. quartet history lists them."
              .formatted(
                  Text.visible(path.toString()),
                  Files.notExists(path)
                      ? "does not exist"
                      : "holds neither run.json nor experiment.json"));
    }
  }

  /** True for the folder of a run or of an experiment. */
  static boolean isSome(Path path) {
    ResultsFolder folder = new ResultsFolder(path);
    return DOCUMENTS.stream().anyMatch(folder::has);
  }

  /** Each folder once, without those that lie inside another: they go with it. */
  public static List<ResultsOf> outermost(List<ResultsOf> all) {
    return all.stream()
        .distinct()
        .filter(one -> all.stream().noneMatch(other -> one.isInside(other)))
        .toList();
  }

  private boolean isInside(ResultsOf other) {
    return !equals(other) && folder.path().startsWith(other.folder.path());
  }

  /** As the file system resolves it, for '..' after a link leads elsewhere; a link stays one. */
  private static Path whole(Path path) {
    try {
      return Files.isSymbolicLink(path) ? path.toAbsolutePath() : path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath();
    }
  }

  /**
   * Refuses results that a driver still works on, and a link to results: its removal would leave
   * them.
   *
   * @throws QuartetException RESULTS_IN_USE, NOT_RESULTS
   */
  public void requireRemovable() {
    if (Files.isSymbolicLink(folder.path())) {
      throw QuartetException.badInput(
          "NOT_RESULTS",
          "%s is a link to results. Name the folder that it leads to.".formatted(folder.path()));
    }
    boolean isBusy =
        new RunFiles(folder).state().fold(RunState::isUnderWay, name -> false, damage -> false)
            || Stream.concat(Stream.of(folder), experimentAround().stream())
                .anyMatch(ExperimentFolder::isRunning);
    if (isBusy) {
      throw QuartetException.environment(
          "RESULTS_IN_USE",
          "%s: a driver still works on it. Wait for its end, or stop it with Ctrl-C."
              .formatted(folder.path()));
    }
  }

  /**
   * Deletes them, last the file that says what they are: after a failure they can be named again.
   *
   * @throws QuartetException DATA_FOLDER_CLOSED
   */
  public void remove() {
    try (Stream<Path> content = Files.list(folder.path())) {
      content
          .filter(part -> !DOCUMENTS.contains(part.getFileName().toString()))
          .forEach(FileTrees::delete);
    } catch (IOException e) {
      throw FileTrees.cannotRemove(folder.path(), e);
    }
    FileTrees.delete(folder.path());
  }

  /** The experiment whose run this is. */
  private Optional<ResultsFolder> experimentAround() {
    return Optional.ofNullable(folder.path().getParent())
        .map(Path::getParent)
        .filter(ExperimentFolder::isOne)
        .map(ResultsFolder::new);
  }
}
