package io.quartet.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
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
      Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9_][A-Za-z0-9_.-]{0,252})):([0-9]{1,5})");

  private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile("(" + OCTET + "\\.){3}" + OCTET);

  /** The parts of a name; a dot may end it. */
  private static final Pattern LABELS = Pattern.compile("([^.]{1,63}\\.)*[^.]{0,63}");

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
   * @throws IllegalArgumentException if it is none; the message is a sentence without its full stop
   */
  public static Address parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not of the form ADDRESS:PORT");
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    Optional<String> objection =
        matcher.group(1) == null || host.contains(":")
            ? objection(host)
            : Optional.of("brackets are for IPv6 addresses only");
    if (objection.isPresent()) {
      throw new IllegalArgumentException(objection.get());
    }
    return new Address(host, Integer.parseInt(matcher.group(3)));
  }

  /**
   * Why a text is neither an IP address nor the name of a host, in a sentence without its full
   * stop; empty if it may be one.
   *
   * @param host without brackets
   */
  public static Optional<String> objection(String host) {
    if (host.matches("[0-9.]+") && !IPV4.matcher(host).matches()) {
      return Optional.of(
          host
              + " is not an IPv4 address: it needs four numbers from 0 to 255, without zeros before"
              + " them");
    }
    if (!host.contains(":") && !LABELS.matcher(host).matches()) {
      return Optional.of(host + " is no host name: each part between dots has 1 to 63 characters");
    }
    return host.contains(":") && !isIpv6(host.replaceFirst("%.*", ""))
        ? Optional.of(host + " is not an IPv6 address")
        : Optional.empty();
  }

  /** The same with the brackets that an IPv6 address lacks; empty if it is none. */
  public static Optional<String> withBrackets(String text) {
    int colon = text.lastIndexOf(':');
    if (colon > 0 && isIpv6(text.substring(0, colon))) {
      return Optional.of("[" + text.substring(0, colon) + "]" + text.substring(colon));
    }
    return isIpv6(text) ? Optional.of("[" + text + "]:5432") : Optional.empty();
  }

  private static boolean isIpv6(String text) {
    if (!text.matches("[0-9A-Fa-f:][0-9A-Fa-f:.]*") || !text.contains(":")) {
      return false;
    }
    try {
      InetAddress.getByName(text); // With a colon, it asks no name server.
      return true;
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** True if nothing that is sent there leaves this machine. */
  public boolean isLoopback() {
    return isLoopback(host);
  }

  /** As {@link #isLoopback()}, for a host without a port. */
  public static boolean isLoopback(String host) {
    return LOOPBACK.matcher(host).matches();
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
