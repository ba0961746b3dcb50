package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Units;
import io.quartet.model.TransactionType;
import io.quartet.model.plan.Load;
import io.quartet.model.plan.TransactionMix;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/** {@code load}: a pool of users, or a rate; either may rise from phase to phase. */
public final class LoadCodec {

  static final DocumentPath PATH = DocumentPath.ROOT.child("load");

  static final DocumentPath MODE = PATH.child("mode");

  /** Keys that only a load of users has, and those that only a load of clients has. */
  static final List<String> OF_USERS = List.of("users", "backlog");

  static final List<String> OF_CLIENTS = List.of("clients", "threads", "from", "socket");

  private static final DocumentPath USERS = PATH.child("users");
  private static final DocumentPath RATE = PATH.child("rate");
  private static final int MOST_USERS = 4096;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private LoadCodec() {}

  /**
   * Reads it.
   *
   * @param phases phases of the run, in the last of which a rising load is highest
   * @param mix deck, which needs Trade-Orders where trades per second are asked for
   */
  public static Load read(Section load, int phases, TransactionMix mix) {
    String mode = load.text("mode");
    boolean isRamp = mode.equals("ramp");
    boolean isPaced = mode.equals("paced") || (isRamp && load.has("rate"));
    Load.Ladder users = ladder(load.value().get("users"), JsonNode::asDouble);
    checkLadder(load, USERS, users.isRamp(), isRamp && !isPaced);
    if (!isPaced) {
      return closed(load, users, phases);
    }
    if (!load.has("rate")) {
      load.missing(
          "in load: 'rate' is missing. With load.mode paced, give the trades per second to"
              + " request.",
          MODE,
          RATE);
      return Load.closed(1);
    }
    if (mix.cards().getOrDefault(TransactionType.TRADE_ORDER, 0) == 0) {
      wrong(
          load,
          RATE,
          " asks for trades, but the mix has no Trade-Order. Give it a weight.",
          MixCodec.PATH);
    }
    Load.Ladder rate = ladder(load.value().get("rate"), node -> rate(load, node, Units.ETPS));
    if (!users.isRamp()) {
      checkLadder(load, RATE, rate.isRamp(), isRamp);
    }
    return new Load.Paced(rate, (int) users.first(), load.integer("backlog"));
  }

  private static Load closed(Section load, Load.Ladder users, int phases) {
    for (String key : List.of("rate", "backlog")) {
      if (load.given().has(key) && isJudged(load, load.at(key))) {
        load.useless(key, "load.mode paced or ramp");
      }
    }
    Load closed = new Load.Closed(users);
    int most = closed.mostInFlight(phases);
    if (most > MOST_USERS) {
      wrong(
          load,
          USERS,
          " comes to %s in the last phase, but %s is the most. Lower the step."
              .formatted(most, MOST_USERS),
          PhasesCodec.PATH);
    }
    return closed;
  }

  /** A rate in the unit that its workload counts in; the number alone if it has another unit. */
  static double rate(Section load, JsonNode node, String unit) {
    String text = node.asText();
    if (!Units.unit(text).equals(unit)) {
      load.wrong(
          RATE,
          " is '" + text + "', but this workload counts in " + unit + ". Write it with that unit.",
          WorkloadCodec.KIND);
    }
    return Units.rate(text);
  }

  private static Load.Ladder ladder(JsonNode node, ToDoubleFunction<JsonNode> figure) {
    return node.isObject()
        ? new Load.Ladder(
            figure.applyAsDouble(node.get("from")), figure.applyAsDouble(node.get("step")))
        : Load.Ladder.constant(figure.applyAsDouble(node));
  }

  private static void checkLadder(
      Section load, DocumentPath key, boolean isRamp, boolean shouldBeRamp) {
    if (shouldBeRamp && !isRamp) {
      wrong(
          load,
          key,
          " does not rise. Give load.mode ramp {from: ..., step: ...} in users or rate.",
          USERS);
    } else if (isRamp && !shouldBeRamp) {
      wrong(
          load,
          key,
          " rises, which is for load.mode ramp and one of users and rate. Give a single value.",
          USERS);
    }
  }

  private static void wrong(Section load, DocumentPath key, String text, DocumentPath needed) {
    if (isJudged(load, key)) {
      load.wrongKey(key, text, needed);
    }
  }

  /** Mode and rate together say how load is offered. */
  private static boolean isJudged(Section load, DocumentPath key) {
    return load.reading().areSound(key, MODE, RATE);
  }

  public static ObjectNode write(Load load) {
    ObjectNode json = NODES.objectNode();
    Load.Ladder ladder = load.ladder();
    if (load instanceof Load.Paced paced) {
      json.put("mode", ladder.isRamp() ? "ramp" : "paced").put("users", paced.users());
      json.set("rate", ladder(ladder, etps -> NODES.textNode(Units.rateText(etps, Units.ETPS))));
      json.put("backlog", paced.backlog());
    } else {
      json.put("mode", ladder.isRamp() ? "ramp" : "closed");
      json.set("users", ladder(ladder, users -> NODES.numberNode((int) users)));
    }
    return json;
  }

  private static JsonNode ladder(Load.Ladder ladder, DoubleFunction<JsonNode> node) {
    if (!ladder.isRamp()) {
      return node.apply(ladder.first());
    }
    ObjectNode steps = NODES.objectNode();
    steps.set("from", node.apply(ladder.first()));
    steps.set("step", node.apply(ladder.step()));
    return steps;
  }
}
