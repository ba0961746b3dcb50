package io.quartet.results.system;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Brokerage;
import io.quartet.model.plan.RunPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A VM as {@code run.json} lists it. What an older run did not record is empty or 0.
 *
 * @param vm name, for instance {@code a1-vm2}
 * @param group name of its Group
 * @param set name of its Set
 * @param role {@link VmRole#label()}
 * @param loadUnits load units of its Group; 0 unless the workload is a brokerage
 * @param seed of the rows of its Set; 0 unless the workload is a brokerage
 * @param address {@code host:port}
 * @param program what a Tier A said that it runs
 * @param streamSeeds seeds of the random streams of its Set by purpose; of Tier A only
 * @param schemaSha256 SHA-256 of the SQL statements that the plan makes the database with; of
 *     databases only
 * @param hugePageBytes memory in huge pages that a database had when the run began; null if that is
 *     not known
 * @param places folders of tablespaces with tables ({@code data}) and indexes ({@code index}); an
 *     empty text is the data folder; of databases only
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record VmFacts(
    String vm,
    String group,
    String set,
    String role,
    long loadUnits,
    long seed,
    String address,
    @JsonUnwrapped Program program,
    Map<String, Long> streamSeeds,
    String schemaSha256,
    Long hugePageBytes,
    Map<String, List<String>> places) {

  private static final String HUGE_PAGE_BYTES = "hugePageBytes";

  public VmFacts {
    streamSeeds = Collections.unmodifiableMap(new LinkedHashMap<>(streamSeeds));
    places = Collections.unmodifiableMap(new TreeMap<>(places));
  }

  /** Programs of a Tier A; texts are empty if it did not answer. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record Program(
      String quartetVersion, String engineVersion, String programSha256, String sessionSettings) {

    /** The programs of a VM that runs no Tier A, or did not answer. */
    public static final Program NONE = new Program("", "", "", "");

    /** The four, by key of {@code run.json} and in its order. */
    public Map<String, String> byKey() {
      Map<String, String> texts = new LinkedHashMap<>();
      texts.put("quartetVersion", quartetVersion);
      texts.put("engineVersion", engineVersion);
      texts.put("programSha256", programSha256);
      texts.put("sessionSettings", sessionSettings);
      return texts;
    }

    private static Program read(JsonNode vm) {
      return new Program(
          vm.path("quartetVersion").asText(),
          vm.path("engineVersion").asText(),
          vm.path("programSha256").asText(),
          vm.path("sessionSettings").asText());
    }
  }

  /** A VM of a plan. */
  public static VmFacts of(
      RunPlan plan,
      VmSet set,
      VmRole role,
      String address,
      Program program,
      Map<String, Long> streamSeeds) {
    boolean isBrokerage = plan.workload() instanceof Brokerage;
    return new VmFacts(
        set.vmName(role),
        set.group().name(),
        set.name(),
        role.label(),
        isBrokerage ? plan.database().loadUnits().get(set.group()) : 0,
        isBrokerage ? plan.database().seedOf(set) : 0,
        address,
        program,
        streamSeeds,
        "",
        null,
        Map.of());
  }

  /**
   * The same with what is known of its database.
   *
   * @param schema see {@link #schemaSha256}
   * @param bytes memory in huge pages
   * @param folders see {@link #places}
   */
  public VmFacts withDatabase(
      String schema, OptionalLong bytes, Map<String, List<String>> folders) {
    return new VmFacts(
        vm,
        group,
        set,
        role,
        loadUnits,
        seed,
        address,
        program,
        streamSeeds,
        schema,
        bytes.isPresent() ? bytes.getAsLong() : null,
        folders);
  }

  /** Reads an entry of {@code vms}. */
  public static VmFacts read(JsonNode vm) {
    Map<String, Long> seeds = new LinkedHashMap<>();
    vm.path("streamSeeds")
        .properties()
        .forEach(seed -> seeds.put(seed.getKey(), seed.getValue().asLong()));
    return new VmFacts(
        vm.path("vm").asText(),
        vm.path("group").asText(),
        vm.path("set").asText(),
        vm.path("role").asText(),
        vm.path("loadUnits").asLong(),
        vm.path("seed").asLong(),
        vm.path("address").asText(),
        Program.read(vm),
        seeds,
        vm.path("schemaSha256").asText(),
        vm.has(HUGE_PAGE_BYTES) ? vm.get(HUGE_PAGE_BYTES).asLong() : null,
        places(vm.path("places")));
  }

  private static Map<String, List<String>> places(JsonNode byStorage) {
    Map<String, List<String>> places = new TreeMap<>();
    byStorage
        .properties()
        .forEach(
            storage -> {
              List<String> folders = new ArrayList<>();
              storage.getValue().forEach(folder -> folders.add(folder.asText()));
              places.put(storage.getKey(), folders);
            });
    return places;
  }
}
