package io.quartet.run.acid;

import io.quartet.model.Outcome;
import io.quartet.model.QuartetException;
import io.quartet.model.TransactionType;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Databases;
import io.quartet.provision.Deployment;
import io.quartet.provision.os.Waiting;
import io.quartet.tiera.client.TierAConnection;
import io.quartet.tiera.engine.EngineReply;
import io.quartet.tiera.engine.InputSource;
import io.quartet.tiera.engine.MarketOrder;
import io.quartet.tiera.engine.Target;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The Set on which atomicity and isolation are tried: its Tier A, its databases, its inputs. */
record AcidStage(
    VmSet set,
    Deployment deployment,
    Databases databases,
    TierAConnection tierA,
    InputSource inputs) {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  String vm(VmRole role) {
    return set.vmName(role);
  }

  Connection connect(VmRole role) throws SQLException {
    return databases.connect(server(role));
  }

  private DatabaseServer server(VmRole role) {
    return deployment.database(set, role);
  }

  QuartetException unreachable(VmRole role, SQLException cause) {
    return Databases.unreachable(server(role), cause);
  }

  /** Executes one statement by itself. */
  void execute(VmRole role, String sql) {
    databases.execute(server(role), sql);
  }

  /** A whole number of the first row of VM3. */
  long number(String sql) {
    try (Connection connection = connect(VmRole.OLTP);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new IllegalStateException("no row: " + sql);
      }
      return row.getLong(1);
    } catch (SQLException e) {
      throw unreachable(VmRole.OLTP, e);
    }
  }

  /** Sends a request to its home. */
  CompletableFuture<EngineReply> send(TransactionType type, byte[] input) {
    return send(type, Target.BY_TYPE, input);
  }

  CompletableFuture<EngineReply> send(TransactionType type, Target target, byte[] input) {
    CompletableFuture<EngineReply> reply = new CompletableFuture<>();
    tierA.send(type, target, input, reply::complete);
    return reply;
  }

  /** Waits for the reply of a request that was sent. */
  EngineReply await(CompletableFuture<EngineReply> reply) {
    try {
      return reply.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted");
    } catch (ExecutionException | TimeoutException e) {
      throw failed("Tier A of " + set.name() + " did not answer (" + e + ")");
    }
  }

  /** Sends a request that has to be committed, and waits for that. */
  void commit(TransactionType type, byte[] input) {
    EngineReply reply = await(send(type, input));
    if (reply.outcome() != Outcome.COMMITTED) {
      throw failed(type.label() + " was not committed: " + describe(reply));
    }
  }

  /** Places an order that has to be accepted. */
  MarketOrder place(OrderInput order) {
    EngineReply reply = await(send(TransactionType.TRADE_ORDER, order.bytes()));
    if (reply.orders().size() != 1) {
      throw failed("Trade-Order was not accepted: " + describe(reply));
    }
    return reply.orders().get(0);
  }

  /** Input that settles an order at the price it asks for. */
  byte[] settle(MarketOrder order) {
    return inputs.tradeResult(order.tradeId(), order.priceCents());
  }

  /** Outcome of a reply with its SQLSTATE and statement. */
  static String describe(EngineReply reply) {
    StringBuilder text = new StringBuilder(reply.outcome().label());
    if (!reply.sqlstate().isEmpty()) {
      text.append(' ').append(reply.sqlstate()).append(" at ").append(reply.statement());
    }
    reply.retries().forEach(retry -> text.append(", retried after ").append(retry.sqlstate()));
    return text.toString();
  }

  /** Waits until a session of VM3 waits for a lock. */
  void awaitBlocked() {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (number(
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
        == 0) {
      if (System.nanoTime() > deadline) {
        throw failed("no transaction of " + vm(VmRole.OLTP) + " waited for the lock");
      }
      if (!Waiting.pause(LOOK_EVERY)) {
        throw new CancellationException("interrupted");
      }
    }
  }

  private static QuartetException failed(String what) {
    return QuartetException.loadOrCheck(
        "ACID_NOT_TRIED",
        what
            + ", so the test could not run. Stop everything else that uses these databases, and try"
            + " again.");
  }
}
