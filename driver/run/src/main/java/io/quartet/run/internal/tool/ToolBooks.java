package io.quartet.run.internal.tool;

/** Books of what the processes of a tool do on one database. Thread-safe. */
public interface ToolBooks {

  /** Books what can be booked by now. */
  void advance();

  /** Ends the books. Everything that is known is booked, and all seconds are intervals. */
  void close();
}
