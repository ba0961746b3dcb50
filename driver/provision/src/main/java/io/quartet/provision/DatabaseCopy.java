package io.quartet.provision;

import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.OwnedProcess;

/**
 * A copy of the databases of a server that works, which takes the place of those of another. Until
 * it does, nothing changes for either of them. Closing removes what is left of a copy that was not
 * adopted.
 */
public interface DatabaseCopy extends AutoCloseable {

  /** Runs a program, and waits for its end. */
  interface Runner {
    Commands.Result run(OwnedProcess.Spec program);
  }

  /**
   * Makes the copy beside the databases of the target.
   *
   * @return success, or why there is no copy
   * @throws io.quartet.model.QuartetException COPY_NOT_POSSIBLE and others of kind ENVIRONMENT
   */
  Commands.Result make(Runner runner);

  /**
   * Puts the copy in place of the databases of the target, and waits until its server answers.
   *
   * @return bytes of the copy
   * @throws io.quartet.model.QuartetException SERVER_DID_NOT_START and others of kind ENVIRONMENT
   */
  long adopt();

  @Override
  void close();
}
