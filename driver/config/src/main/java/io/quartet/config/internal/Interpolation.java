package io.quartet.config.internal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code ${NAME}} and {@code ${NAME:-default}} in scalar values from the environment. The
 * default also stands in for an empty variable, as in the shell. A value with a reference in it
 * gets its type after filling, so {@code users: ${USERS:-16}} is a number.
 *
 * @param environment value of a variable, or null if it is not set
 */
public record Interpolation(UnaryOperator<String> environment) {

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?}");
  private static final char OPENING = '\uE000';
  private static final char CLOSING = '\uE001';
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  /**
   * The text with the braces of its references replaced by letters, one for one: inside {@code
   * {...}} YAML would take them for its own.
   */
  static String hidden(String text) {
    return REFERENCE
        .matcher(text)
        .replaceAll(
            match -> {
              String inner = match.group().substring(2, match.group().length() - 1);
              return Matcher.quoteReplacement("$" + OPENING + inner + CLOSING);
            });
  }

  /** Undoes {@link #hidden}. */
  static String shown(String text) {
    return text.replace(OPENING, '{').replace(CLOSING, '}');
  }

  /**
   * The value of a scalar; empty if it is not known.
   *
   * @param problem takes what is wrong: a variable is neither set nor has a default
   */
  Optional<JsonNode> resolve(String text, Consumer<String> problem) {
    Matcher reference = REFERENCE.matcher(text);
    if (!reference.find()) {
      return Optional.of(NODES.textNode(text));
    }
    Optional<MatchResult> unset = reference.reset().results().filter(this::isUnset).findFirst();
    if (unset.isPresent()) {
      String name = unset.get().group(1);
      problem.accept(
          "the environment variable %s is not set. Set it, or give a default: ${%s:-value}."
              .formatted(name, name));
      return Optional.empty();
    }
    String filled = reference.replaceAll(match -> Matcher.quoteReplacement(value(match)));
    return Optional.of(YamlDocument.numberOrText(filled));
  }

  private boolean isUnset(MatchResult match) {
    return value(match) == null;
  }

  /** Null if there is none. */
  private String value(MatchResult match) {
    String value = environment.apply(match.group(1));
    return value == null || value.isEmpty() ? match.group(3) : value;
  }
}
