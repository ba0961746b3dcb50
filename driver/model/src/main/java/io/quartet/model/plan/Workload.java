package io.quartet.model.plan;

import io.quartet.model.Headline;
import io.quartet.model.RequestKind;
import io.quartet.model.VmRole;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The work that a run asks of the databases, and how its load is offered. Immutable. */
public sealed interface Workload permits Brokerage, ToolWorkload {

  /** Its name in benchmark files and reports. */
  String label();

  /** Version of the work; runs of different versions are never compared. */
  int version();

  /** Kinds of its requests, each at the position of its ordinal number. */
  List<RequestKind> kinds();

  /** How often users send a kind of request, as parts of the sum of all. */
  Map<RequestKind, Integer> weights();

  /** The one figure of its runs. */
  Headline headline();

  /** Roles of the databases that every Set has. */
  List<VmRole> databaseRoles();

  /** True if the requests of a Set pass a Tier A; otherwise they go to the database at once. */
  boolean hasTierA();

  /** True if each Group is to get its share of the requests; otherwise shares are a result. */
  boolean hasTargetShares();

  /** True if each phase begins with its own ramp, which is not measured. */
  boolean rampsUpEachPhase();

  /** True if requests have intended start times that no answer can move. */
  boolean isPaced();

  /** True if the load rises by the same amount from phase to phase. */
  boolean isRamp();

  /**
   * Users of a pool without think time; empty if load is paced.
   *
   * @param phase from 0
   */
  OptionalDouble users(int phase);

  /** The load in words, for instance "closed, 16 users". */
  String describeLoad();

  /**
   * Most users at work at once: customers of a brokerage, or clients of all databases.
   *
   * @param phases phases of the run, at least 1
   */
  int mostUsers(int phases);

  /**
   * Sessions that users need, each of which may be on the same database.
   *
   * @param phases phases of the run, at least 1
   */
  int userSessions(int phases);

  /** Sessions of a database for requests that no user sends. */
  int otherSessions();
}
