package io.quartet.provision;

import java.util.List;

/**
 * A change of a VM or machine while it runs, as two commands of this machine. The second works
 * without the process that ran the first.
 *
 * @param begin makes the change
 * @param undo takes it back, and does no harm if nothing is left of it
 */
public record MachineChange(List<String> begin, List<String> undo) {

  public MachineChange {
    begin = List.copyOf(begin);
    undo = List.copyOf(undo);
  }
}
