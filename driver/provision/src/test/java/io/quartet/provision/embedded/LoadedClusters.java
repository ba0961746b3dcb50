package io.quartet.provision.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmSet;
import io.quartet.model.plan.Database;
import io.quartet.model.plan.Provider.Embedded;
import io.quartet.model.plan.RunPlan;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.Ownership;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.FileTrees;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Clusters of loaded databases, which the test classes of a test run copy: a copy costs a tenth of
 * a load. They lie in the folder that the property {@code quartet.test.loaded} names, which whoever
 * started the tests removes. Without that property, every class loads its databases itself.
 */
public final class LoadedClusters {

  private static final String FOLDER = System.getProperty("quartet.test.loaded", "");
  private static final String PASSWORDS = "pgpass";

  private LoadedClusters() {}

  /**
   * A provider whose servers hold what a plan without tablespaces loads.
   *
   * @param loader loads the databases of a plan; called if no other class has done so
   */
  public static EmbeddedProvider of(RunPlan plan, BiConsumer<RunPlan, Deployment> loader)
      throws IOException {
    if (FOLDER.isEmpty()) {
      return new EmbeddedProvider();
    }
    Path folder = Path.of(FOLDER).resolve(name(plan));
    make(folder, plan, loader);
    return new EmbeddedProvider(context -> copiesOf(folder, context));
  }

  private static String name(RunPlan plan) {
    Database database = plan.database();
    StringBuilder name = new StringBuilder();
    for (VmSet set : plan.sets()) {
      name.append(set.name())
          .append('-')
          .append(database.loadUnits().get(set.group()))
          .append('-')
          .append(database.seedOf(set))
          .append('-');
    }
    return name.append(database.tradeDays())
        .append('-')
        .append(database.newsLength())
        .append('-')
        .append(database.indexesName())
        .toString();
  }

  /** Other classes wait meanwhile, in this process and in those beside it. */
  @SuppressWarnings("try") // Only that the lock is held matters.
  private static synchronized void make(
      Path folder, RunPlan plan, BiConsumer<RunPlan, Deployment> loader) throws IOException {
    Files.createDirectories(folder.getParent());
    try (FileChannel file =
            FileChannel.open(
                folder.resolveSibling(folder.getFileName() + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = file.lock()) {
      if (!Files.exists(folder)) {
        load(folder, plan, loader);
      }
    }
  }

  private static void load(Path folder, RunPlan plan, BiConsumer<RunPlan, Deployment> loader)
      throws IOException {
    Path unfinished = folder.resolveSibling(folder.getFileName() + ".new");
    FileTrees.delete(unfinished);
    Files.createDirectory(unfinished);
    EmbeddedProvider provider = new EmbeddedProvider();
    try (Deployment deployment = provider.up(plan, Ownership.OWNED)) {
      loader.accept(plan, deployment);
      ((EmbeddedDeployment) deployment).stopAll();
      DataFolder data = DataFolder.of(plan);
      for (DatabaseServer server : deployment.databases()) {
        copy(data.vm(server.vm()).resolve("data"), unfinished.resolve(server.vm()));
      }
      copy(data.passwordFile(), unfinished.resolve(PASSWORDS));
    } finally {
      provider.down(plan);
    }
    Files.move(unfinished, folder);
  }

  private static void copy(Path from, Path to) {
    Commands.Result copy =
        Commands.run(
            to.getParent(), List.of("cp", "-a", "--reflink=auto", from.toString(), to.toString()));
    assertThat(copy.isSuccess()).as(copy.output()).isTrue();
  }

  /** Their servers keep their passwords, and get another port. */
  private static Function<DatabaseServer, Path> copiesOf(Path folder, Cluster.Context context)
      throws IOException {
    String line = Files.readString(folder.resolve(PASSWORDS), StandardCharsets.UTF_8);
    int port = Embedded.of(context.plan()).port();
    DataFolder.writeSecret(
        context.data().passwordFile(), line.replaceFirst("^\\*:\\d+:", "*:" + port + ":"));
    return server -> folder.resolve(server.vm());
  }
}
