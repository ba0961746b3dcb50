package io.quartet.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quartet.model.plan.Provider;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.VmSize;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class ProviderTest {

  private static final VmSet A1 = new VmSet(VmGroup.A, 1);
  private static final RunPlan EMBEDDED = TestPlans.demo(1);

  private static final Provider HOSTS =
      new Provider.Hosts(
          Map.of(A1, new SetHosts(new Address("x", 1), new Address("y", 2), new Address("z", 3))),
          Optional.empty());

  @Test
  void embeddedVmsAreMadeHereEachOnAnAddressOfItsOwn() {
    assertThat(EMBEDDED.provider().isLocal()).isTrue();
    assertThat(EMBEDDED.provider().isPrepared()).isFalse();
    assertThat(EMBEDDED.provider().address(A1, VmRole.DSS)).hasToString("127.1.1.2:15432");
  }

  @Test
  void aHostHasNoEmptyOrTooLongPart() {
    String longest = "a".repeat(63);
    assertThat(Address.parse(longest + ".b.:5432").host()).isEqualTo(longest + ".b.");
    for (String host : new String[] {"a..b", "a" + longest, "b.a" + longest + ".c"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Address.parse(host + ":5432"))
          .withMessageContaining("each part between dots has 1 to 63 characters");
    }
  }

  @Test
  void preparedMachinesAreElsewhereAndStayAsTheyAre() {
    assertThat(HOSTS.isLocal()).isFalse();
    assertThat(HOSTS.isPrepared()).isTrue();
    assertThat(HOSTS.address(A1, VmRole.OLTP)).hasToString("z:3");
    assertThat(HOSTS.size(A1, VmRole.OLTP)).isEqualTo(VmSize.NONE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HOSTS.address(new VmSet(VmGroup.B, 1), VmRole.OLTP))
        .withMessage("there are no addresses for Set b1");
  }

  @Test
  void eachKindIsToldFromTheOther() {
    assertThat(HOSTS.<String>map(embedded -> "embedded", hosts -> "hosts")).isEqualTo("hosts");
    assertThat(Provider.Embedded.of(EMBEDDED)).isSameAs(EMBEDDED.provider());
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Provider.Embedded.of(
                    TestPlans.onHosts(EMBEDDED, ((Provider.Hosts) HOSTS).addresses())))
        .withMessage("test is not embedded");
  }
}
