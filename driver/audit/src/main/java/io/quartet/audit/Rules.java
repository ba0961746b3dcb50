package io.quartet.audit;

import io.quartet.audit.internal.AnswerRules;
import io.quartet.audit.internal.ClockRules;
import io.quartet.audit.internal.ConsistencyRules;
import io.quartet.audit.internal.CopyRules;
import io.quartet.audit.internal.DriverRules;
import io.quartet.audit.internal.HostRules;
import io.quartet.audit.internal.Information;
import io.quartet.audit.internal.LimitRules;
import io.quartet.audit.internal.LoadRules;
import io.quartet.audit.internal.LossRules;
import io.quartet.audit.internal.RunRules;
import io.quartet.audit.internal.ServiceRules;
import io.quartet.audit.internal.ToolRules;
import io.quartet.audit.internal.VmRules;
import io.quartet.audit.internal.WorkerRules;
import io.quartet.audit.internal.agreement.AgreementRules;
import io.quartet.audit.internal.official.AcidRules;
import io.quartet.audit.internal.official.DurabilityRules;
import io.quartet.audit.internal.official.InputRules;
import io.quartet.audit.internal.official.InstallationRules;
import io.quartet.audit.internal.official.IntervalRules;
import io.quartet.audit.internal.official.MemoryRule;
import io.quartet.audit.internal.official.OfficialRules;
import io.quartet.audit.internal.official.RepeatRule;
import io.quartet.audit.internal.official.SteadyRules;
import io.quartet.audit.internal.official.StorageRules;
import io.quartet.audit.internal.official.SystemRules;
import io.quartet.audit.internal.official.UnjudgedRules;
import io.quartet.audit.internal.official.UpkeepRules;
import io.quartet.model.RequestKind;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Every rule of the audit, and the names of those that the report shows beside its figures. */
public final class Rules {

  public static final Rule STATE = RunRules.STATE;
  public static final Rule MEASURED_TRANSACTIONS = RunRules.MEASURED_TRANSACTIONS;
  public static final Rule EVIDENCE = LossRules.EVIDENCE;
  public static final Rule SILENT = LossRules.SILENT;
  public static final Rule LITTLES_LAW = LoadRules.LITTLES_LAW;
  public static final Rule MIX = ServiceRules.MIX;
  public static final Rule TRADE_RESULT_MIX = ServiceRules.TRADE_RESULT_MIX;
  public static final Rule SPACE = StorageRules.SPACE;

  /** Passes only if a person attests it. */
  public static final Rule DEVICE_FAILURE = UnjudgedRules.DEVICE_FAILURE;

  /** Each rule once, in the order of {@code audit.json}. */
  public static final List<Rule> ALL =
      Stream.of(
              RunRules.ALL,
              AnswerRules.ALL,
              ConsistencyRules.ALL,
              LossRules.ALL,
              LoadRules.ALL,
              VmRules.ALL,
              DriverRules.ALL,
              ClockRules.ALL,
              WorkerRules.ALL,
              ToolRules.ALL,
              CopyRules.ALL,
              ServiceRules.ALL,
              OfficialRules.ALL,
              SystemRules.ALL,
              IntervalRules.ALL,
              SteadyRules.ALL,
              InstallationRules.ALL,
              InputRules.ALL,
              StorageRules.ALL,
              UpkeepRules.ALL,
              HostRules.ALL,
              LimitRules.ALL,
              List.of(MemoryRule.RULE, RepeatRule.RULE),
              AcidRules.ALL,
              DurabilityRules.ALL,
              UnjudgedRules.ALL,
              AgreementRules.ALL,
              Information.ALL)
          .flatMap(List::stream)
          .toList();

  private Rules() {}

  /**
   * The rule about the response time of a transaction.
   *
   * @param kind one with a limit
   */
  public static Rule responseTime(RequestKind kind) {
    return Objects.requireNonNull(ServiceRules.RESPONSE_TIMES.get(kind), kind::label);
  }
}
