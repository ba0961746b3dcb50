package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.quartet.model.QuartetException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills {@code ${NAME}} and {@code ${NAME:-default}} in scalar values from the environment. The
 * default also stands in for an empty variable, as in the shell. A value with a reference in it
 * gets its type after filling, so {@code users: ${USERS:-16}} is a number.
 */
final class Interpolation {

  private static final Pattern REFERENCE =
      Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?}");
  private static final char OPENING = '\uE000';
  private static final char CLOSING = '\uE001';
  private static final JsonNodeFactory NODES = JsonNodeFactory.withExactBigDecimals(true);

  private final UnaryOperator<String> environment;

  /**
   * @param environment value of a variable, or null if it is not set
   */
  Interpolation(UnaryOperator<String> environment) {
    this.environment = environment;
  }

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
   * The value of a scalar.
   *
   * @param failure makes the error for a variable that is neither set nor has a default
   */
  JsonNode resolve(String text, Function<String, QuartetException> failure) {
    Matcher reference = REFERENCE.matcher(text);
    if (!reference.find()) {
      return NODES.textNode(text);
    }
    String filled = reference.replaceAll(match -> Matcher.quoteReplacement(value(match, failure)));
    return YamlDocument.numberOrText(filled);
  }

  private String value(MatchResult match, Function<String, QuartetException> failure) {
    String value = environment.apply(match.group(1));
    if (value != null && !value.isEmpty()) {
      return value;
    }
    if (match.group(2) == null) {
      throw failure.apply(
          "the environment variable "
              + match.group(1)
              + " is not set. Set it, or give a default: ${"
              + match.group(1)
              + ":-value}.");
    }
    return match.group(3);
  }
}
