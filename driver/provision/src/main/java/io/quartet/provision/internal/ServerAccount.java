package io.quartet.provision.internal;

import io.quartet.model.QuartetException;
import io.quartet.provision.internal.process.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The account the servers run as: {@code quartet} when we are root, which PostgreSQL refuses, and
 * ourselves otherwise.
 *
 * @param name account to drop to; empty when the servers run as this account
 */
public record ServerAccount(String name) {

  private static final String ACCOUNT = "quartet";

  /** The removal of the package deletes only an account with this comment. */
  private static final String COMMENT = "database servers of Quartet";

  /** The account to use; creates it when we are root and it is missing. */
  public static ServerAccount ensure() {
    if (!isRoot()) {
      return new ServerAccount("");
    }
    Path folder = Path.of("/");
    if (!Commands.run(folder, List.of("id", "-u", ACCOUNT)).isSuccess()) {
      Commands.Result result =
          Commands.run(
              folder,
              List.of(
                  "useradd",
                  "--system",
                  "--no-create-home",
                  "--comment",
                  COMMENT,
                  "--shell",
                  "/usr/sbin/nologin",
                  ACCOUNT));
      if (!result.isSuccess()) {
        throw QuartetException.environment(
            "ACCOUNT_NOT_CREATED",
            ("the account %s for the database servers could not be created: %s. Create it with "
                    + "useradd --system, or run as an ordinary user.")
                .formatted(ACCOUNT, result.output()));
      }
    }
    return new ServerAccount(ACCOUNT);
  }

  /** The account that {@link #ensure} gives; creates nothing. */
  public static ServerAccount planned() {
    return new ServerAccount(isRoot() ? ACCOUNT : "");
  }

  /** True when this process may change accounts and control groups. */
  public static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** True when the servers run under another account than this process. */
  public boolean isOther() {
    return !name.isEmpty();
  }

  /** The command, run as the server's account. */
  public List<String> command(List<String> command) {
    if (!isOther()) {
      return command;
    }
    List<String> all =
        new ArrayList<>(
            List.of("setpriv", "--reuid", name, "--regid", name, "--init-groups", "--"));
    all.addAll(command);
    return all;
  }

  /** Gives a file or folder to the server's account. */
  public void own(Path path) throws IOException {
    if (isOther()) {
      Files.setOwner(
          path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name));
    }
  }

  /** True if every folder on the way to the path can be entered by the server's account. */
  public boolean canReach(Path path) throws IOException {
    if (!isOther()) {
      return true;
    }
    for (Path folder = path; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          && !Files.getPosixFilePermissions(folder)
              .contains(java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
