package io.quartet.provision;

/** Follows the work on machines; called by one thread at a time. */
@FunctionalInterface
public interface MachineListener {

  /** Listens to nothing. */
  MachineListener NONE = (machine, text) -> {};

  /**
   * Takes what happens on a machine.
   *
   * @param machine its name, that of the first VM on it
   * @param text what is being done
   */
  void at(String machine, String text);

  /**
   * Takes how the work on a machine ended.
   *
   * @param machine its name, that of the first VM on it
   * @param text what has become of it
   */
  default void ended(String machine, String text) {
    at(machine, text);
  }
}
