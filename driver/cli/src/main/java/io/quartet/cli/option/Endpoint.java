package io.quartet.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * ADDRESS:PORT on the command line. An IPv6 address stands in brackets.
 *
 * @param address host name or address, without brackets
 * @param port 0 to 65535
 */
public record Endpoint(String address, int port) {

  /** Reads ADDRESS:PORT. */
  public static final class Converter implements ITypeConverter<Endpoint> {
    @Override
    public Endpoint convert(String text) {
      int colon = text.lastIndexOf(':');
      String port = text.substring(colon + 1);
      if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
        throw new TypeConversionException(
            "'" + text + "' is not ADDRESS:PORT, for instance 127.1.1.1:15432");
      }
      String address = text.substring(0, colon);
      boolean isBracketed = address.startsWith("[") && address.endsWith("]");
      if (!isBracketed && !address.matches("[A-Za-z0-9._-]+")) {
        throw new TypeConversionException("'" + address + "' is not an address");
      }
      return new Endpoint(
          isBracketed ? address.substring(1, address.length() - 1) : address,
          Integer.parseInt(port));
    }
  }

  /** libpq connection string; the password comes from {@code PGPASSFILE}. */
  String connectionString() {
    return "host=" + address + " port=" + port + " dbname=quartet user=quartet";
  }
}
