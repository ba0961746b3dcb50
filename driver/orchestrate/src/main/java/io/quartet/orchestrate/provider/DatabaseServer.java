package io.quartet.orchestrate.provider;

import io.quartet.model.VmRole;
import io.quartet.model.VmSet;

/**
 * One Tier B VM: where its database is. The database and the role are both called {@code quartet}.
 *
 * @param set Set it belongs to
 * @param role DSS or OLTP
 * @param host address or name to connect to
 * @param port port to connect to
 */
public record DatabaseServer(VmSet set, VmRole role, String host, int port) {

  /** Name of the database and of the role that owns it. */
  public static final String DATABASE = "quartet";

  public DatabaseServer {
    if (!role.isDatabase()) {
      throw new IllegalArgumentException(role + " holds no database");
    }
  }

  /** Name of the VM, for instance {@code a1-vm2}. */
  public String vm() {
    return set.vmName(role);
  }

  /** Address and port for messages. */
  public String address() {
    return host + ":" + port;
  }

  /** JDBC address, without a password. */
  public String jdbcUrl() {
    return jdbcUrl(DATABASE);
  }

  /** JDBC address of another database of the same server. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://" + host + ":" + port + "/" + database;
  }
}
