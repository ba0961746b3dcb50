package io.quartet.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a service.
 *
 * @param host name or address, without brackets
 * @param port 1 to 65,535
 */
public record Address(String host, int port) {

  /** {@code HOST:PORT}, an IPv6 address in brackets. */
  private static final Pattern TEXT =
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([^\\s:\\[\\]]+)):([0-9]{1,5})");

  private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}|::1|localhost");
  private static final int HIGHEST_PORT = 65_535;

  public Address {
    if (port < 1 || port > HIGHEST_PORT) {
      throw new IllegalArgumentException("port " + port + " is not in 1.." + HIGHEST_PORT);
    }
  }

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Address parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not of the form ADDRESS:PORT");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    return new Address(host, Integer.parseInt(matcher.group(3)));
  }

  /** True if nothing that is sent there leaves this machine. */
  public boolean isLoopback() {
    return LOOPBACK.matcher(host).matches();
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
