package io.quartet.provision;

import io.quartet.model.Address;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.RunPlan;
import java.util.List;

/**
 * One Tier B VM: where its database is. The database and the role are both called {@code quartet}.
 */
public record DatabaseServer(VmSet set, VmRole role, String host, int port) {

  /** Name of the database and of the role that owns it. */
  public static final String DATABASE = "quartet";

  public DatabaseServer {
    if (!role.isDatabase()) {
      throw new IllegalArgumentException(role + " holds no database");
    }
  }

  /** The database server of one Set and role, as the plan says. */
  static DatabaseServer of(RunPlan plan, VmSet set, VmRole role) {
    Address address = plan.provider().address(set, role);
    return new DatabaseServer(set, role, address.host(), address.port());
  }

  /** All database servers of a plan: Set by Set, DSS before OLTP. */
  public static List<DatabaseServer> all(RunPlan plan) {
    return plan.sets().stream()
        .flatMap(set -> plan.databaseRoles().stream().map(role -> of(plan, set, role)))
        .toList();
  }

  /** Name of the VM, for instance {@code a1-vm2}. */
  public String vm() {
    return set.vmName(role);
  }

  /** Address and port for messages. */
  public String address() {
    return new Address(host, port).toString();
  }

  /** For messages, for instance {@code a1-vm2 at 127.1.1.2:15432}. */
  public String place() {
    return vm() + " at " + address();
  }

  /** JDBC address, without a password. */
  public String jdbcUrl() {
    return jdbcUrl(DATABASE);
  }

  /** JDBC address of another database of the same server. */
  public String jdbcUrl(String database) {
    return "jdbc:postgresql://" + address() + "/" + database;
  }
}
