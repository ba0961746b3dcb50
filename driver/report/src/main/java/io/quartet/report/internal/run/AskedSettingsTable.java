package io.quartet.report.internal.run;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.VmSize;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.SystemUnderTest.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** PostgreSQL settings that the plan gives databases, and what each came to. */
final class AskedSettingsTable {

  private static final String NOT_RECORDED = "not recorded";

  private AskedSettingsTable() {}

  /** The rows, by name and value asked for. */
  static List<Setting> of(ReportData data) {
    Map<String, VmSize> sizes = data.plan().map(RunPlan::sizes).orElse(Map.of());
    Map<String, Map<String, Map<String, List<String>>>> vms = new TreeMap<>();
    sizes.forEach(
        (vm, size) -> {
          Map<String, String> effective = effective(data, vm);
          size.settings()
              .forEach(
                  (name, asked) ->
                      vms.computeIfAbsent(name, key -> new TreeMap<>())
                          .computeIfAbsent(asked, key -> new TreeMap<>())
                          .computeIfAbsent(
                              effective.getOrDefault(name, NOT_RECORDED), key -> new ArrayList<>())
                          .add(vm));
        });
    List<Setting> rows = new ArrayList<>();
    vms.forEach(
        (name, byAsked) ->
            byAsked.forEach(
                (asked, byValue) -> {
                  Map<String, String> values = new LinkedHashMap<>();
                  byValue.forEach(
                      (value, names) ->
                          values.put(value, SettingsTable.describe(names, data.databases())));
                  rows.add(new Setting(name, asked, values));
                }));
    return List.copyOf(rows);
  }

  /** PostgreSQL takes names in any case. */
  private static Map<String, String> effective(ReportData data, String vm) {
    Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    values.putAll(
        EffectiveSettings.of(data.captured().settings().getOrDefault(vm, MissingNode.getInstance()))
            .values());
    return values;
  }
}
