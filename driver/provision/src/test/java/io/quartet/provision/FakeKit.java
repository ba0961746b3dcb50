package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Provider.Hosts;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.SetHosts;
import io.quartet.model.plan.TestPlans;
import io.quartet.model.size.Sizes;
import io.quartet.provision.os.QuartetHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kit with fakes of the programs and of the scripts that reach other machines, for the plans of
 * a test. They take the place of the real ones until this is closed.
 */
public final class FakeKit implements AutoCloseable {

  private static final String HOME = "quartet.home";

  private final String realHome = System.getProperty(HOME);
  private final List<Path> links = new ArrayList<>();
  private final Path machines;

  /**
   * @param folder an empty one
   */
  public FakeKit(Path folder) throws IOException {
    for (String part : List.of("LICENSE", "schema", "scripts/lib", "scripts/tier-a")) {
      Path link = folder.resolve(part);
      Files.createDirectories(link.getParent());
      links.add(Files.createSymbolicLink(link, QuartetHome.folder().resolve(part)));
    }
    Path programs = Files.createDirectories(folder.resolve("build/release/bin"));
    for (String program : List.of("quartet-load", "quartet-tier-a")) {
      Files.copy(
          Path.of("/bin/true"), programs.resolve(program)); // The real ones take long to pack.
    }
    this.machines = Files.createDirectories(folder.resolve("scripts/machines"));
    for (String script : List.of("journal", "server")) {
      Files.copy(QuartetHome.script("machines/" + script), machines.resolve(script));
    }
    System.setProperty(HOME, folder.toString());
  }

  /** Puts lines of Bash in place of {@code scripts/machines/NAME}. */
  public void script(String name, String lines) throws IOException {
    Path file = machines.resolve(name);
    Files.writeString(file, "#!/usr/bin/env bash\n" + lines + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** A plan with one Set whose machines Quartet prepares, VM1 to VM3. */
  public static RunPlan plan(
      String name, String dataDirectory, String vm1, String vm2, String vm3) {
    Preparation preparation =
        new Preparation(
            new Preparation.Postgres(15, Optional.empty(), Optional.empty(), true),
            dataDirectory,
            Map.of(),
            Sizes.NONE,
            Optional.empty(),
            Map.of(),
            false);
    return TestPlans.withOneSet(
            TestPlans.small(name, Path.of("/tmp"), 15_432), 1, Duration.ofSeconds(1), 4)
        .withProvider(
            new Hosts(
                Map.of(
                    new VmSet(VmGroup.A, 1),
                    new SetHosts(
                        new Address(vm1, 15_432), new Address(vm2, 5432), new Address(vm3, 5432))),
                Optional.of(new Ssh(Optional.empty(), Optional.empty())),
                Optional.of(preparation)));
  }

  @Override
  public void close() throws IOException {
    System.setProperty(HOME, realHome);
    for (Path link : links) {
      Files.deleteIfExists(link);
    }
  }
}
