package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.VmGroup;
import io.quartet.model.plan.Database;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** {@code database}. */
public final class DatabaseCodec {

  private DatabaseCodec() {}

  public static Database read(Section database) {
    Map<VmGroup, Integer> loaded = perGroup(database.child("loadUnits"));
    return new Database(
        loaded,
        activeLoadUnits(database, loaded),
        database.integer("tradeDays"),
        database.integer("newsLength"),
        database.value().get("seed").asLong(),
        indexes(database));
  }

  /** The name of a profile of the kit, or the absolute path of a folder. */
  private static String indexes(Section database) {
    return Database.isPath(database.text("indexes"))
        ? Path.of(database.file("indexes").orElseThrow()).normalize().toString()
        : database.text("indexes");
  }

  private static Map<VmGroup, Integer> activeLoadUnits(
      Section database, Map<VmGroup, Integer> loaded) {
    Section units = database.child("activeLoadUnits");
    if (units.value().isEmpty()) {
      return loaded;
    }
    Map<VmGroup, Integer> active = perGroup(units);
    active.forEach(
        (group, count) -> {
          if (count > loaded.get(group)) {
            units.wrong(
                units.at(group.name()),
                (" is %s, but database.loadUnits.%s loads only %s. A run uses at most what is "
                        + "loaded: lower it, or load more.")
                    .formatted(count, group, loaded.get(group)),
                database.at("loadUnits").child(group.name()));
          }
        });
    return active;
  }

  private static Map<VmGroup, Integer> perGroup(Section units) {
    Map<VmGroup, Integer> byGroup = new EnumMap<>(VmGroup.class);
    for (VmGroup group : VmGroup.values()) {
      byGroup.put(group, units.value().path(group.name()).asInt());
    }
    return byGroup;
  }

  public static ObjectNode write(Database database) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    ObjectNode loadUnits = json.putObject("loadUnits");
    ObjectNode activeLoadUnits = json.putObject("activeLoadUnits");
    for (VmGroup group : VmGroup.values()) {
      loadUnits.put(group.name(), database.loadUnits().get(group));
      activeLoadUnits.put(group.name(), database.activeLoadUnits().get(group));
    }
    return json.put("tradeDays", database.tradeDays())
        .put("newsLength", database.newsLength())
        .put("seed", database.seed())
        .put("indexes", database.indexes());
  }
}
