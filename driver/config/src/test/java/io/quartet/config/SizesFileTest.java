package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.CpuSet;
import io.quartet.model.size.GivenOut;
import io.quartet.model.size.Machine;
import io.quartet.model.size.Pinning;
import io.quartet.model.size.Sizes;
import io.quartet.model.size.VmSize;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code provider.sizes} in a benchmark file, and in the sealed plan. */
@Tag("unit")
class SizesFileTest {

  private static final long MIB = 1L << 20;
  private static final Machine LARGE = new Machine(80, 1L << 40);
  private static final Machine SMALL = new Machine(2, 24L << 30);
  private static final String PRESET = "name: x\nprovider: {sizes: {preset: reference}}\n";

  private static RunPlan plan(String text, Machine machine) {
    return BenchmarkFile.parse("run.yaml", text, Path.of("/folder"), name -> null, machine);
  }

  private static QuartetException error(String text) {
    return catchThrowableOfType(QuartetException.class, () -> plan(text, SMALL));
  }

  private static RunPlan reread(RunPlan plan) throws JsonProcessingException {
    return PlanDocument.fromJson(new ObjectMapper().readTree(PlanDocument.toJson(plan).toString()));
  }

  private static VmSize size(RunPlan plan, String vm) {
    return plan.sizes().get(vm);
  }

  @Test
  void vmsWinOverGroupsGroupsOverRolesAndRolesOverThePreset() throws JsonProcessingException {
    RunPlan plan =
        plan(
            """
            name: x
            sets: 2
            provider:
              cpus: {dss: 1.5}
              settings: {oltp: {jit: on}}
              sizes:
                preset: reference
                tierA: {vcpus: 0.5}
                dss: {memory: 3GB}
                oltp: {settings: {shared_buffers: 25%, work_mem: 8MB}}
                groups:
                  B: {oltp: {vcpus: 1, settings: {work_mem: 16MB}}}
                vms:
                  b2-vm3: {memory: 700MB, settings: {shared_buffers: 200MB}}
            """,
            SMALL);

    assertThat(size(plan, "a1-vm1").vcpus()).hasValue(0.5);
    assertThat(size(plan, "a1-vm1").memoryBytes()).hasValue(256 * MIB);
    assertThat(size(plan, "a1-vm2")).isEqualTo(VmSize.limits(1.5, 3072 * MIB));
    assertThat(size(plan, "a1-vm3").vcpus()).hasValue(2);
    assertThat(size(plan, "a1-vm3").settings())
        .isEqualTo(Map.of("jit", "on", "shared_buffers", "25%", "work_mem", "8MB"));
    assertThat(size(plan, "b1-vm3").vcpus()).hasValue(1);
    assertThat(size(plan, "b1-vm3").settings())
        .isEqualTo(Map.of("jit", "on", "shared_buffers", "25%", "work_mem", "16MB"));
    assertThat(size(plan, "b2-vm3").vcpus()).hasValue(1);
    assertThat(size(plan, "b2-vm3").memoryBytes()).hasValue(700 * MIB);
    assertThat(size(plan, "b2-vm3").settings())
        .isEqualTo(Map.of("jit", "on", "shared_buffers", "200MB", "work_mem", "16MB"));
    assertThat(reread(plan)).isEqualTo(plan);
  }

  @Test
  void shortFormAndSizesOfARoleMayHaveDifferentProperties() throws JsonProcessingException {
    RunPlan plan =
        plan(
            """
            name: x
            provider:
              memory: {oltp: 1GB}
              settings: {oltp: {jit: off}}
              sizes: {oltp: {vcpus: 2, settings: {work_mem: 1%}}}
            """,
            SMALL);

    assertThat(size(plan, "c1-vm3"))
        .isEqualTo(
            VmSize.limits(2, 1024 * MIB)
                .over(
                    new VmSize(
                        VmSize.NONE.vcpus(),
                        VmSize.NONE.memoryBytes(),
                        Map.of("jit", "off", "work_mem", "1%"))));
    assertThat(reread(plan)).isEqualTo(plan);
  }

  @Test
  void pinningIsReadWithEachPropertyByItself() throws JsonProcessingException {
    RunPlan plan =
        plan(
            """
            name: x
            provider:
              sizes:
                tierA: {cpuset: 2}
                oltp: {vcpus: 2, cpuset: "1,0,8", numaNode: 0}
                groups: {B: {oltp: {numaNode: 1}}}
                vms: {b1-vm3: {cpuset: 4-7}}
            driver: {cpuset: 3-3, numaNode: 1}
            """,
            SMALL);

    assertThat(size(plan, "a1-vm1").pinning()).isEqualTo(pinning("2", OptionalInt.empty()));
    assertThat(size(plan, "a1-vm2").pinning()).isEqualTo(Pinning.NONE);
    assertThat(size(plan, "a1-vm3").pinning()).isEqualTo(pinning("0-1,8", OptionalInt.of(0)));
    assertThat(size(plan, "b1-vm3").pinning()).isEqualTo(pinning("4-7", OptionalInt.of(1)));
    assertThat(plan.driver().pinning()).isEqualTo(pinning("3", OptionalInt.of(1)));
    ObjectNode json = PlanDocument.toJson(plan);
    assertThat(json.at("/provider/sizes/oltp/cpuset").asText()).isEqualTo("0-1,8");
    assertThat(json.at("/driver/numaNode").asInt()).isEqualTo(1);
    assertThat(reread(plan)).isEqualTo(plan);
  }

  private static Pinning pinning(String cpuset, OptionalInt numaNode) {
    return new Pinning(Optional.of(CpuSet.parse(cpuset)), numaNode);
  }

  @Test
  void placesOfAPinningAreThoseOfTheValuesThatWin() {
    RunPlan plan =
        plan(
            "name: x\nprovider: {sizes: {oltp: {cpuset: 0-3}, groups: {B: {oltp: {numaNode: 0}}},"
                + " vms: {b1-vm3: {cpuset: 1}}}}\n",
            SMALL);
    Sizes sizes = Embedded.of(plan).sizes();

    PinningPlace a = PinningPlace.of(sizes, new VmSet(VmGroup.A, 1), VmRole.OLTP);
    assertThat(a.cpuset()).hasToString("provider.sizes.oltp.cpuset");
    PinningPlace b = PinningPlace.of(sizes, new VmSet(VmGroup.B, 1), VmRole.OLTP);
    assertThat(b.cpuset()).hasToString("provider.sizes.vms.b1-vm3.cpuset");
    assertThat(b.numaNode()).hasToString("provider.sizes.groups.B.oltp.numaNode");
    assertThat(PinningPlace.ofDriver().numaNode()).hasToString("driver.numaNode");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          provider: {sizes: {oltp: {cpuset: 3-1}}}     | 2:35: provider.sizes.oltp.cpuset is '3-1', but '3-1' begins above its end. Write the lower processor first.
          provider: {sizes: {oltp: {cpuset: ""}}}      | 2:35: provider.sizes.oltp.cpuset is '', but it needs LIST.
          provider: {sizes: {oltp: {cpuset: a}}}       | 2:35: provider.sizes.oltp.cpuset is 'a', but it needs LIST.
          provider: {sizes: {oltp: {cpuset: "0,,1"}}}  | 2:35: provider.sizes.oltp.cpuset is '0,,1', but it needs LIST.
          provider: {sizes: {oltp: {cpuset: "10000"}}} | 2:35: provider.sizes.oltp.cpuset is '10000', but it needs LIST.
          provider: {sizes: {oltp: {cpuset: -1}}}      | 2:35: provider.sizes.oltp.cpuset is -1, but it needs LIST.
          provider: {sizes: {oltp: {numaNode: -1}}}    | 2:37: provider.sizes.oltp.numaNode is -1, but it needs a whole number from 0 to 1023.
          provider: {sizes: {oltp: {vcpus: 2, cpuset: 1}}} | 2:45: provider.sizes.oltp.cpuset has fewer processors (1) than a1-vm3 has vcpus (2). Give more processors, or lower vcpus.
          provider: {cpus: {dss: 1.5}, sizes: {dss: {cpuset: 1}}} | 2:52: provider.sizes.dss.cpuset has fewer processors (1) than a1-vm2 has vcpus (1.5). Give more processors, or lower vcpus.
          provider: {sizes: {preset: reference, groups: {B: {dss: {cpuset: 1}}}}} | 2:66: provider.sizes.groups.B.dss.cpuset has fewer processors (1) than b1-vm2 has vcpus (2). Give more processors, or lower vcpus.
          driver: {cpuset: 0-}                         | 2:18: driver.cpuset is '0-', but it needs LIST.
          driver: {numaNode: one}                      | 2:20: driver.numaNode is 'one', but it needs a whole number from 0 to 1023.
          """)
  void wrongPinningIsRefusedWithItsPlace(String line, String message) {
    QuartetException error = error("name: x\n" + line + "\n");

    assertThat(error.code()).isEqualTo("WRONG_VALUE");
    assertThat(error)
        .hasMessage(
            "run.yaml:"
                + message.replace(
                    "LIST",
                    "numbers and ranges of processors below 10000 with commas between them, for"
                        + " instance 0-3,8"));
  }

  @Test
  void emptySizesAreNoSizes() throws JsonProcessingException {
    RunPlan plan = plan("name: x\nprovider: {sizes: {oltp: {}, groups: {A: {}}, vms: {}}}", SMALL);

    assertThat(Embedded.of(plan).sizes()).isEqualTo(Sizes.NONE);
    assertThat(PlanDocument.toJson(plan).path("provider").has("sizes")).isFalse();
    assertThat(reread(plan)).isEqualTo(plan);
  }

  @Test
  void presetGivesEachGroupVcpusByItsPeakAndMemoryInTheProportionsOfTheReference() {
    RunPlan plan = plan(PRESET, LARGE);

    assertThat(vcpus(plan, VmRole.TIER_A)).containsExactly(4.0, 7.0, 7.0, 8.0);
    assertThat(vcpus(plan, VmRole.DSS)).containsExactly(7.0, 13.0, 14.0, 16.0);
    assertThat(vcpus(plan, VmRole.OLTP)).containsExactly(18.0, 33.0, 35.0, 40.0);
    // 90 % of 1 TiB are 943,718 MiB, an 88th of which is 10,724.
    assertThat(size(plan, "a1-vm1")).isEqualTo(VmSize.limits(4, 10_724 * MIB));
    assertThat(size(plan, "a1-vm2").memoryBytes()).hasValue(85_792 * MIB);
    assertThat(size(plan, "d1-vm2").memoryBytes()).hasValue(214_481 * MIB);
    assertThat(size(plan, "d1-vm3").memoryBytes()).hasValue(107_240 * MIB);
  }

  private static List<Double> vcpus(RunPlan plan, VmRole role) {
    return plan.groups().stream()
        .map(group -> plan.provider().size(new VmSet(group, 1), role).vcpus().getAsDouble())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 8", "1, 2, 24", "4, 2, 24", "3, 64, 256", "250, 96, 2048"})
  void presetNeverGivesOutMoreThanNineTenthsOfTheMemory(int sets, int cores, long gibibytes) {
    Machine machine = new Machine(cores, gibibytes << 30);
    RunPlan plan = plan(PRESET + "sets: " + sets, machine);

    assertThat(GivenOut.memory(plan.sizes().values()).timesOf(machine.memoryBytes()).getAsDouble())
        .isBetween(0.85, 0.9);
    assertThat(plan.sizes().values())
        .allSatisfy(size -> assertThat(size.vcpus().getAsDouble()).isBetween(1.0, (double) cores));
  }

  @Test
  void presetIsForTheGroupsThatHaveVms() {
    RunPlan plan = plan(PRESET + "phases: [[100, 0, 0, 0]]", SMALL);

    assertThat(plan.sizes()).containsOnlyKeys("a1-vm1", "a1-vm2", "a1-vm3");
    assertThat(GivenOut.memory(plan.sizes().values()).sum() / SMALL.memoryBytes())
        .isBetween(0.89, 0.9);
    assertThat(size(plan, "a1-vm2").memoryBytes().getAsLong())
        .isCloseTo(2 * size(plan, "a1-vm3").memoryBytes().getAsLong(), Offset.offset(2 * MIB));
  }

  @Test
  void sealedPlanHasTheSizesOfThePresetAndNotTheMachine() throws JsonProcessingException {
    RunPlan plan = plan(PRESET, LARGE);
    ObjectNode json = PlanDocument.toJson(plan);

    assertThat(json.at("/provider/sizes/preset/name").asText()).isEqualTo("reference");
    assertThat(json.at("/provider/sizes/preset/groups/D/oltp/vcpus").asInt()).isEqualTo(40);
    assertThat(reread(plan)).isEqualTo(plan);
    // A published plan is a benchmark file again, on any machine.
    assertThat(plan(json.toString(), SMALL)).isEqualTo(plan);
    assertThat(plan(PRESET, SMALL)).isNotEqualTo(plan);
  }

  @Test
  void sealedPlanWithTheNameOfAPresetOnlyIsRefused() {
    ObjectNode json = PlanDocument.toJson(plan("name: x", SMALL));
    ((ObjectNode) json.get("provider")).putObject("sizes").put("preset", "reference");

    assertThatThrownBy(() -> PlanDocument.fromJson(json))
        .hasMessageContaining("provider.sizes.preset is only the name reference");
  }

  @Test
  void machineThatIsTooSmallForThePresetIsRefused() {
    assertThatThrownBy(() -> plan(PRESET, new Machine(2, 2L << 30)))
        .hasMessage(
            "run.yaml:2:28: provider.sizes.preset: reference leaves the smallest database 39 MB of"
                + " this machine's 2048 MB, which is less than 128 MB. Use fewer sets, or give sizes in"
                + " provider.sizes.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNKNOWN_KEY | sizes: {oltp: {vcpu: 1}}                     | 2:27: in provider.sizes.oltp: 'vcpu' is not a key. Did you mean 'vcpus'?
          UNKNOWN_KEY | sizes: {vms: {a1-vm3: {vcpu: 1}}}            | 2:35: in provider.sizes.vms.a1-vm3: 'vcpu' is not a key. Did you mean 'vcpus'?
          UNKNOWN_KEY | sizes: {groups: {E: {}}}                     | 2:29: in provider.sizes.groups: 'E' is not a key. Did you mean 'A'?
          WRONG_VALUE | sizes: {preset: referenc}                    | 2:28: provider.sizes.preset is 'referenc', but it needs reference, or the keys name, groups. Did you mean 'reference'?
          WRONG_VALUE | sizes: {oltp: {vcpus: 0}}                    | 2:34: provider.sizes.oltp.vcpus is 0, but it needs a number above 0.
          WRONG_VALUE | sizes: {oltp: {memory: 1}}                   | 2:35: provider.sizes.oltp.memory is 1, but it needs a number from 1 to 999999999 with its unit: kB, MB or GB.
          WRONG_VALUE | 'cpus: {oltp: 1}, sizes: {oltp: {vcpus: 1}}' | 2:44: provider.sizes.oltp.vcpus is given as provider.cpus.oltp too. Leave one of them out.
          WRONG_VALUE | 'memory: {dss: 1GB}, sizes: {dss: {memory: 1GB}}' | 2:46: provider.sizes.dss.memory is given as provider.memory.dss too. Leave one of them out.
          WRONG_VALUE | 'settings: {dss: {jit: on}}, sizes: {dss: {settings: {jit: on}}}' | 2:65: provider.sizes.dss.settings.jit is given as provider.settings.dss.jit too. Leave one of them out.
          WRONG_VALUE | sizes: {tierA: {settings: {jit: on}}}        | 2:28: provider.sizes.tierA.settings is for a Tier A, which has no database. Remove it.
          WRONG_VALUE | sizes: {groups: {B: {tierA: {settings: {}}}}} | 2:41: provider.sizes.groups.B.tierA.settings is for a Tier A, which has no database. Remove it.
          WRONG_VALUE | sizes: {vms: {b1-vm1: {settings: {jit: on}}}} | 2:35: provider.sizes.vms.b1-vm1.settings is for a Tier A, which has no database. Remove it.
          WRONG_VALUE | sizes: {vms: {a2-vm3: {vcpus: 1}}}           | 2:26: provider.sizes.vms.a2-vm3 is not a VM of this benchmark. Did you mean 'a1-vm3'?
          WRONG_VALUE | sizes: {vms: {database: {vcpus: 1}}}         | 2:26: provider.sizes.vms.database is not a VM of this benchmark. Its VMs are a1-vm1 to d1-vm3.
          WRONG_VALUE | sizes: {oltp: {settings: {port: 1}}}         | 2:38: provider.sizes.oltp.settings.port is set by Quartet and cannot be changed. Leave it out.
          WRONG_VALUE | sizes: {groups: {A: {dss: {settings: {hba_file: x}}}}} | 2:50: provider.sizes.groups.A.dss.settings.hba_file is set by Quartet and cannot be changed. Leave it out.
          WRONG_VALUE | sizes: {vms: {a1-vm2: {settings: {archive_command: x}}}} | 2:46: provider.sizes.vms.a1-vm2.settings.archive_command may hold a password, and settings are published with the report. Leave it out.
          WRONG_VALUE | sizes: {oltp: {settings: {work_mem: 0%}}}    | 2:48: provider.sizes.oltp.settings.work_mem is '0%', but a share of memory is above 0% and at most 100%.
          WRONG_VALUE | settings: {oltp: {work_mem: 101%}}           | 2:40: provider.settings.oltp.work_mem is '101%', but a share of memory is above 0% and at most 100%.
          WRONG_VALUE | sizes: {oltp: {settings: {work_mem: [1]}}}   | 2:48: provider.sizes.oltp.settings.work_mem is a list, but it needs a text in one line, a number, on or off.
          """)
  void wrongSizesAreRefusedWithTheirPlace(String code, String keys, String message) {
    QuartetException error = error("name: x\nprovider: {" + keys + "}\n");

    assertThat(error.code()).isEqualTo(code);
    assertThat(error).hasMessage("run.yaml:" + message);
  }

  @Test
  void sizesOfAGroupWithoutVmsAreRefused() {
    assertThat(
            error(
                "name: x\nphases: [[50, 50, 0, 0]]\nprovider: {sizes: {groups: {C: {oltp: {vcpus:"
                    + " 1}}}}}\n"))
        .hasMessage(
            "run.yaml:3:29: provider.sizes.groups.C: Group C has no VMs, because no phase gives it"
                + " load. Groups with VMs: A, B. Remove this key.");
  }

  @Test
  void preparedMachinesHaveNoSizes() {
    assertThat(
            error(
                """
                name: x
                phases: [[100, 0, 0, 0]]
                provider:
                  kind: hosts
                  hosts: [{set: a1, tierA: "127.0.0.1:1", dss: "h:2", oltp: "h:3"}]
                  sizes: {oltp: {vcpus: 1}}
                """))
        .hasMessage(
            "run.yaml:6:3: provider.sizes applies to provider.kind embedded and to provider.prepare:"
                + " true only. Set that, or leave it out.");
  }

  @Test
  void placeOfASettingIsThatOfTheValueThatWins() {
    RunPlan plan =
        plan(
            """
            name: x
            provider:
              settings: {oltp: {jit: on}}
              sizes:
                oltp: {settings: {work_mem: 1%}}
                groups: {B: {oltp: {settings: {work_mem: 2%}}}}
                vms: {b1-vm3: {settings: {jit: off}}}
            """,
            SMALL);

    assertThat(place(plan, VmGroup.A, "jit")).isEqualTo("provider.settings.oltp.jit");
    assertThat(place(plan, VmGroup.A, "work_mem"))
        .isEqualTo("provider.sizes.oltp.settings.work_mem");
    assertThat(place(plan, VmGroup.B, "jit")).isEqualTo("provider.sizes.vms.b1-vm3.settings.jit");
    assertThat(place(plan, VmGroup.B, "work_mem"))
        .isEqualTo("provider.sizes.groups.B.oltp.settings.work_mem");
  }

  private static String place(RunPlan plan, VmGroup group, String name) {
    return SettingPlace.of(Embedded.of(plan).sizes(), new VmSet(group, 1), VmRole.OLTP, name)
        .toString();
  }
}
