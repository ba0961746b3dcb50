package io.quartet.provision.embedded;

import io.quartet.provision.DatabaseServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;

/** Data folders that the new clusters of a deployment are copies of. */
interface ClusterSource {

  /**
   * Makes them, and the password file of the deployment.
   *
   * @return the folder that the cluster of a server is copied from. Its server was stopped in order
   */
  Function<DatabaseServer, Path> create(Cluster.Context context) throws IOException;
}
