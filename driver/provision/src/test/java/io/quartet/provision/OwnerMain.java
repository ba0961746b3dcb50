package io.quartet.provision;

import io.quartet.model.plan.TestPlans;
import io.quartet.provision.embedded.EmbeddedProvider;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Owns servers until it is killed: {@code NAME DATA PORT}. Prints a line when they are up. */
public final class OwnerMain {

  private OwnerMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (Deployment deployment =
        new EmbeddedProvider()
            .up(
                TestPlans.ofOneSet(
                    arguments[0], Path.of(arguments[1]), Integer.parseInt(arguments[2])),
                Ownership.OWNED)) {
      System.out.println("up " + deployment.databases().size());
      new CountDownLatch(1).await();
    }
  }
}
