package io.quartet.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class VmRoleTest {

  @Test
  void roleIsReadFromTheNameOfItsVm() {
    for (VmRole role : VmRole.values()) {
      assertThat(VmRole.of(new VmSet(VmGroup.B, 12).vmName(role))).contains(role);
    }
    assertThat(VmRole.of("a-vm3")).contains(VmRole.OLTP);
    assertThat(VmRole.of("host")).isEmpty();
    assertThat(VmRole.of("a1-vm4")).isEmpty();
  }
}
