package io.quartet.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Address of a database for Tier A: ADDRESS:PORT, or DSN=NAME for an ODBC data source.
 *
 * @param connectionString connection string for the engine; the password comes from {@code
 *     PGPASSFILE}
 */
public record DatabaseAddress(String connectionString) {

  /** Reads ADDRESS:PORT or DSN=NAME. */
  public static final class Converter implements ITypeConverter<DatabaseAddress> {

    private static final String DATA_SOURCE = "DSN=";

    @Override
    public DatabaseAddress convert(String text) {
      if (!text.startsWith(DATA_SOURCE)) {
        return new DatabaseAddress(new Endpoint.Converter().convert(text).connectionString());
      }
      if (!text.substring(DATA_SOURCE.length()).matches("[A-Za-z0-9._-]+")) {
        throw new TypeConversionException(
            "'" + text + "' is not DSN=NAME, for instance DSN=quartet-a1-vm2");
      }
      return new DatabaseAddress(text);
    }
  }
}
