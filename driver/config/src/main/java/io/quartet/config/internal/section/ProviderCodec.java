package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.internal.Schema;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Provider;
import io.quartet.model.plan.RunPlan;
import java.util.List;

/** {@code provider}: its kind chooses what of it becomes part of the plan. */
public final class ProviderCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("provider");
  static final DocumentPath KIND = PATH.child("kind");

  private ProviderCodec() {}

  /**
   * Reads it.
   *
   * @param setsPerGroup of the plan, as {@code groups}: sizes of VMs may depend on both
   */
  public static Provider read(Section provider, int setsPerGroup, List<VmGroup> groups) {
    // Every kind is read, so that values are judged although the kind may be what is wrong.
    Provider.Embedded embedded = EmbeddedCodec.read(provider, setsPerGroup, groups);
    Provider.Hosts hosts = HostsCodec.read(provider, setsPerGroup, groups);
    return provider.text("kind").equals(HostsCodec.NAME) ? hosts : embedded;
  }

  /**
   * Reports keys of another kind, and what is wrong with those of this one.
   *
   * @return false if the kind itself may be wrong, and where the machines are is not known
   */
  public static boolean check(RunPlan plan, Section provider) {
    return plan.provider()
        .map(
            embedded -> EmbeddedCodec.check(plan, provider),
            hosts -> HostsCodec.check(hosts, plan, provider));
  }

  /** Keys of other kinds are written with their defaults. */
  public static ObjectNode write(Provider provider) {
    ObjectNode json = provider.map(EmbeddedCodec::write, HostsCodec::write);
    Schema.benchmark().fillDefaults(PATH, json);
    return json;
  }
}
