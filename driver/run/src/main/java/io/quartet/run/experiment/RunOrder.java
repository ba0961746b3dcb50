package io.quartet.run.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.PlanDocument;
import io.quartet.model.experiment.Cell;
import io.quartet.model.experiment.Experiment;
import io.quartet.run.experiment.PlannedRun.Need;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The order in which the cells of an experiment are run. Cells that share databases stand together,
 * within these those that share the size and settings of the servers; what stands together is
 * shuffled, and so are these groups. A block goes on with the databases of the block before. The
 * seed decides it all. Not thread-safe: blocks are asked for one after the other.
 */
public final class RunOrder {

  private final Experiment experiment;
  private final Map<Integer, JsonNode> servers;

  /** Index profiles with a copy, by the number of their stack. */
  private final Map<Integer, Set<String>> copied = new HashMap<>();

  private Optional<Cell> last = Optional.empty();

  public RunOrder(Experiment experiment) {
    this.experiment = experiment;
    this.servers =
        experiment.cells().stream().collect(Collectors.toMap(Cell::number, RunOrder::servers));
  }

  /** Properties whose change needs a restart of the server: size, settings, number of sessions. */
  private static JsonNode servers(Cell cell) {
    ObjectNode servers = (ObjectNode) PlanDocument.toJson(cell.plan()).get("provider");
    return servers.put("sessions", cell.plan().userSessions());
  }

  /**
   * The runs of the next block.
   *
   * @param block from 1
   * @param wanted cells to run; the baseline is run in any case, once more as a control
   */
  public List<PlannedRun> block(int block, Collection<Cell> wanted) {
    Cell baseline = experiment.cell(experiment.baseline());
    Set<Cell> cells = new HashSet<>(wanted);
    cells.add(baseline);
    List<Cell> inOrder =
        experiment.cells().stream()
            .filter(cells::contains)
            .collect(Collectors.toCollection(ArrayList::new));
    // Neighbouring seeds of a Random begin alike, so they are mixed before.
    long seed = new SplittableRandom(1_000 * experiment.seed() + block).nextLong();
    Random random = new Random(seed);
    Collections.shuffle(inOrder, random);
    inOrder = together(inOrder, random);
    // As far from the baseline's own run as the block is long, so that a drift shows.
    boolean isFirst = inOrder.indexOf(baseline) >= inOrder.size() / 2;
    int control = isFirst ? 0 : inOrder.size();
    inOrder.add(control, baseline);
    List<PlannedRun> runs = new ArrayList<>();
    for (int i = 0; i < inOrder.size(); i++) {
      Cell cell = inOrder.get(i);
      runs.add(new PlannedRun(cell, block, i == control, need(cell)));
      last = Optional.of(cell);
    }
    return runs;
  }

  private List<Cell> together(List<Cell> cells, Random random) {
    List<Cell> ordered = new ArrayList<>();
    for (List<Cell> ofStack : groups(cells, Cell::stack, random)) {
      groups(ofStack, cell -> servers.get(cell.number()), random).forEach(ordered::addAll);
    }
    return ordered;
  }

  /**
   * In the order of their first cells, which is a shuffled one; that of the last run comes first.
   */
  private <K> List<List<Cell>> groups(List<Cell> cells, Function<Cell, K> group, Random random) {
    Map<K, List<Cell>> groups =
        cells.stream()
            .collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
    List<K> keys = new ArrayList<>(groups.keySet());
    Collections.shuffle(keys, random);
    last.map(group).filter(keys::remove).ifPresent(key -> keys.add(0, key));
    return keys.stream().map(groups::get).toList();
  }

  private Need need(Cell cell) {
    if (cell.plan().databaseRoles().isEmpty()) {
      return Need.NOTHING;
    }
    boolean isLoaded = copied.containsKey(cell.stack());
    boolean isNew =
        copied
            .computeIfAbsent(cell.stack(), stack -> new HashSet<>())
            .add(cell.plan().database().indexes());
    if (isNew) {
      return isLoaded ? Need.INDEXES : Need.LOAD;
    }
    if (last.isPresent() && last.get().stack() != cell.stack()) {
      return Need.OTHER_DATABASES;
    }
    return last.isEmpty() || hasSameServers(last.get(), cell) ? Need.RESTORE : Need.RESTART;
  }

  private boolean hasSameServers(Cell one, Cell other) {
    return servers.get(one.number()).equals(servers.get(other.number()));
  }
}
