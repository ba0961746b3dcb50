package io.quartet.run.internal.tool;

import io.quartet.books.BooksUpdate;
import io.quartet.model.VmSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A tool, as {@link ToolLoad} needs it. */
public interface Tool extends AutoCloseable {

  /** Name and version of each program and script, for the facts of a run. */
  Map<String, String> versions();

  /**
   * The load of a database.
   *
   * @param updates takes what every second brought, in order
   */
  DatabaseLoad load(VmSet set, Consumer<BooksUpdate> updates);

  /** Closes files; no process is at work then. */
  @Override
  void close();

  /**
   * The load of a database.
   *
   * @param books of what its processes do
   * @param processes none of which has begun
   */
  record DatabaseLoad(ToolBooks books, List<LoadingProcess> processes) {

    public DatabaseLoad {
      processes = List.copyOf(processes);
    }
  }
}
