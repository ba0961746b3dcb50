package io.quartet.model.plan;

import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.VmRole;
import java.util.List;
import java.util.Map;

/** The work that a run asks of the databases. Immutable. */
public sealed interface Workload permits Brokerage {

  /** How load is offered. */
  Load load();

  /** Kinds of its requests, each at the position of its ordinal number. */
  List<RequestKind> kinds();

  /** How often users send a kind of request, as parts of the sum of all. */
  Map<RequestKind, Integer> weights();

  /** The one figure of its runs. */
  Headline headline();

  /** Roles of the databases that every Set has. */
  List<VmRole> databaseRoles();

  /** The same with another load. */
  Workload withLoad(Load other);
}
