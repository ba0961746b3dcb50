package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.model.plan.Driver;
import io.quartet.model.plan.Tls;
import java.util.Optional;

/** {@code driver}. */
public final class DriverCodec {

  public static final DocumentPath PATH = DocumentPath.ROOT.child("driver");
  static final DocumentPath WORKERS = PATH.child("workers");
  static final DocumentPath TLS = PATH.child("tls");

  private DriverCodec() {}

  public static Driver read(Section driver) {
    Section workers = driver.child("workers");
    return new Driver(
        workers.value().asInt(1),
        workers.items().stream().map(Section::address).toList(),
        tls(driver.child("tls")),
        PinningCodec.read(driver));
  }

  private static Optional<Tls> tls(Section tls) {
    return tls.value().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Tls(
                tls.file("authority").orElseThrow(),
                tls.file("certificate").orElseThrow(),
                tls.file("key").orElseThrow()));
  }

  public static ObjectNode write(Driver driver) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    if (driver.workers().isEmpty()) {
      json.put("workers", driver.localWorkers());
    } else {
      ArrayNode workers = json.putArray("workers");
      driver.workers().forEach(address -> workers.add(address.toString()));
    }
    PinningCodec.write(driver.pinning(), json);
    driver
        .tls()
        .ifPresent(
            tls ->
                json.putObject("tls")
                    .put("authority", tls.authority())
                    .put("certificate", tls.certificate())
                    .put("key", tls.key()));
    return json;
  }
}
