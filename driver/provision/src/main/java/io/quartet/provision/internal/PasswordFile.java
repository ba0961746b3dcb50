package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.provision.DatabaseServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Files in the format of libpq's {@code .pgpass}: lines {@code HOST:PORT:DATABASE:ROLE:PASSWORD},
 * an asterisk for any, a backslash before a colon that belongs to a field. The first line that fits
 * counts.
 */
public final class PasswordFile {

  private static final int PASSWORD_FIELD = 4;

  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private PasswordFile() {}

  /**
   * The file that libpq would use: {@code PGPASSFILE} names it, or it is {@code $HOME/.pgpass}.
   *
   * @throws QuartetException PASSWORD_FILE if it cannot be read, or others can
   */
  public static Path find() {
    return find(System::getenv);
  }

  static Path find(UnaryOperator<String> environment) {
    String named = environment.apply("PGPASSFILE");
    String home = environment.apply("HOME");
    Path file =
        named != null && !named.isEmpty()
            ? Path.of(named)
            // Java's user.home is that of the account, whatever HOME says.
            : Path.of(
                home == null || home.isEmpty() ? System.getProperty("user.home") : home, ".pgpass");
    file = file.toAbsolutePath();
    if (!Files.isReadable(file)) {
      throw problem(
          "there is no readable password file " + file,
          "Create it with mode 0600 and the line *:*:*:quartet:PASSWORD, or name another file in"
              + " PGPASSFILE",
          null);
    }
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      permissions.retainAll(OF_OTHERS);
      if (!permissions.isEmpty()) {
        throw problem(
            file + " can be read by other users, so libpq does not use it",
            "chmod 600 " + file,
            null);
      }
    } catch (IOException e) {
      throw problem(file + " cannot be read (" + e + ")", "Check its permissions", e);
    }
    return file;
  }

  /**
   * The password of role {@code quartet} for a database.
   *
   * @throws QuartetException PASSWORD_FILE if the file cannot be read or has no line for it
   */
  public static String password(Path file, DatabaseServer server, String database) {
    List<String> wanted =
        List.of(server.host(), Integer.toString(server.port()), database, DatabaseServer.DATABASE);
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> !line.startsWith("#"))
          .map(PasswordFile::fields)
          .filter(fields -> isFor(fields, wanted))
          .map(fields -> fields.get(PASSWORD_FIELD))
          .findFirst()
          .orElseThrow(
              () ->
                  problem(
                      file + " has no password for " + String.join(":", wanted),
                      "Add a line *:*:*:quartet:PASSWORD. If quartet up created the databases on this"
                          + " machine, run quartet down and quartet up instead",
                      null));
    } catch (IOException e) {
      throw problem(
          file + " cannot be read (" + e + ")",
          "Check its permissions. If quartet up created the databases on this machine, run"
              + " quartet down and quartet up instead",
          e);
    }
  }

  private static boolean isFor(List<String> fields, List<String> wanted) {
    if (fields.size() <= PASSWORD_FIELD) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      if (!fields.get(i).equals("*") && !fields.get(i).equals(wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < line.length(); i++) {
      char character = line.charAt(i);
      if (character == '\\' && i + 1 < line.length()) {
        i++;
        field.append(line.charAt(i));
      } else if (character == ':') {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(character);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private static QuartetException problem(String what, String fix, IOException cause) {
    return QuartetException.environment("PASSWORD_FILE", what + ". " + fix + ".", cause);
  }
}
