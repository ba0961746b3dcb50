package io.quartet.cli.view;

import io.quartet.model.Text;
import io.quartet.run.progress.LoadProgress;
import io.quartet.run.progress.TrialListener;
import java.util.List;
import java.util.OptionalDouble;

/** Shows the steps of a trial on copies of databases, with the time left. Thread-safe. */
public final class TrialView implements TrialListener {

  private final Screen screen;
  private final int weight;
  private final TimeLeft left;
  private final TimeLeft indexesLeft;
  private int doneWeight;
  private int stepWeight;
  private boolean isIndexing;

  /**
   * @param weight of all steps together
   */
  public TrialView(Screen screen, int weight) {
    this.screen = screen;
    this.weight = weight;
    this.left = new TimeLeft(screen.clock());
    this.indexesLeft = new TimeLeft(screen.clock());
  }

  @Override
  public synchronized void onStep(String what, int weight) {
    doneWeight += stepWeight;
    stepWeight = weight;
    isIndexing = false;
    left.reached(doneWeight / (double) this.weight);
    // A weight is a second if copies are small. The first of them alone would promise too little.
    OptionalDouble rest = left.secondsLeft();
    screen.begin(
        what,
        rest.isEmpty()
            ? ""
            : " (about "
                + TimeLeft.text(Math.max(rest.getAsDouble(), this.weight - doneWeight))
                + " for all steps)");
  }

  /** The rows are there, so the progress is that of the indexes. */
  @Override
  public synchronized void onLoadProgress(LoadProgress progress) {
    if (!isIndexing) {
      isIndexing = true;
      indexesLeft.begin(progress.share());
    }
    indexesLeft.reached(progress.share());
    String line =
        Text.line(
            "    indexed %.0f %%  %s  %s",
            100 * indexesLeft.gained(), progress.table(), indexesLeft.text());
    screen.show(List.of(line.stripTrailing()));
  }
}
