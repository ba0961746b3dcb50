package io.quartet.config;

import io.quartet.config.internal.section.SizesCodec;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.util.Map;

/** Place of a VM's setting in a benchmark file. */
public final class SettingPlace {

  private SettingPlace() {}

  /**
   * The place of the value that wins.
   *
   * @param name of a setting that the sizes give the VM
   */
  public static DocumentPath of(Sizes sizes, VmSet set, VmRole role, String name) {
    String key = SizesCodec.key(role);
    String vm = set.vmName(role);
    if (has(sizes.vms(), vm, name)) {
      return inSize(SizesCodec.OF_VMS.child(vm), name);
    }
    if (has(sizes.groups().getOrDefault(set.group(), Map.of()), role, name)) {
      return inSize(SizesCodec.OF_GROUPS.child(set.group().name()).child(key), name);
    }
    return has(sizes.roles(), role, name)
        ? inSize(SizesCodec.PATH.child(key), name)
        : SizesCodec.SHORT_SETTINGS.child(key).child(name);
  }

  private static <K> boolean has(Map<K, VmSize> sizes, K key, String name) {
    return sizes.getOrDefault(key, VmSize.NONE).settings().containsKey(name);
  }

  private static DocumentPath inSize(DocumentPath size, String name) {
    return size.child(SizesCodec.SETTINGS).child(name);
  }
}
