package io.quartet.provision.os;

import io.quartet.model.QuartetVersion;
import io.quartet.model.Release;
import io.quartet.provision.internal.process.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which Quartet this is.
 *
 * @param version version of the build
 * @param commit commit of the sources, with a plus sign if they were changed; empty if neither git
 *     nor a release tells it
 */
public record KitVersion(String version, String commit) {

  /** That of this process. In a clone it asks git, which takes a moment. */
  public static KitVersion current() {
    return new KitVersion(
        QuartetVersion.current(), Release.commit().orElseGet(KitVersion::commitOfClone));
  }

  /** True unless the two are known to differ. */
  public boolean isSameAs(KitVersion other) {
    return version.equals(other.version)
        && (commit.isEmpty() || other.commit.isEmpty() || commit.equals(other.commit));
  }

  @Override
  public String toString() {
    return commit.isEmpty() ? version : version + " (" + commit + ")";
  }

  private static String commitOfClone() {
    String commit = git("rev-parse", "HEAD");
    return commit.isEmpty() || git("status", "--porcelain", "--untracked-files=no").isEmpty()
        ? commit
        : commit + "+";
  }

  private static String git(String... arguments) {
    String home = QuartetHome.folder().toString();
    // Git refuses a clone of another account, but this one's programs run here anyway.
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "safe.directory=" + home, "-C", home));
    command.addAll(List.of(arguments));
    try {
      Process process =
          ChildProcess.builder(command, Map.of())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor() == 0 ? output : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
