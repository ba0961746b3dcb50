package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.EngineOptions.Access;
import io.quartet.model.plan.EngineOptions.Statements;
import io.quartet.model.plan.EngineOptions.TradeResultIsolation;
import java.util.Optional;

/** {@code engine}. */
public final class EngineCodec {

  private EngineCodec() {}

  public static EngineOptions read(Section engine) {
    Access access = engine.constant("access", Access.class);
    Optional<String> odbcIni = engine.file("odbcIni");
    if (odbcIni.isPresent() && access != Access.ODBC) {
      engine.useless("odbcIni", "engine.access odbc", engine.at("access"));
    }
    return new EngineOptions(
        access,
        odbcIni,
        engine.constant("statements", Statements.class),
        engine.child("isolation").constant("tradeResult", TradeResultIsolation.class));
  }

  public static ObjectNode write(EngineOptions engine) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("access", engine.access().label());
    engine.odbcIni().ifPresent(file -> json.put("odbcIni", file));
    json.put("statements", engine.statements().label());
    json.putObject("isolation").put("tradeResult", engine.tradeResultIsolation().label());
    return json;
  }
}
