package io.quartet.run.internal.load;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.quartet.books.Backlog;
import io.quartet.books.BooksUpdate;
import io.quartet.books.CellState;
import io.quartet.books.DriverHealth;
import io.quartet.books.HistogramBytes;
import io.quartet.books.Interval;
import io.quartet.books.IntervalRow;
import io.quartet.books.LatencyInterval;
import io.quartet.books.OutcomeCounts;
import io.quartet.books.SqlStateCount;
import io.quartet.emulator.MarketCounts;
import io.quartet.model.RequestKind;
import io.quartet.model.TransactionType;
import io.quartet.model.VmSet;
import io.quartet.model.plan.Segment;
import io.quartet.run.protocol.CellFigures;
import io.quartet.run.protocol.Figures;
import io.quartet.run.protocol.Health;
import io.quartet.run.protocol.IntervalFigures;
import io.quartet.run.protocol.LatencyFigures;
import io.quartet.run.protocol.OrderFigures;
import io.quartet.run.protocol.SqlStateFigures;
import io.quartet.tiera.wire.Messages;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Converts between the figures of a worker and their messages, both ways. */
final class WorkerMessages {

  /** Version of the protocol this code speaks. */
  static final int PROTOCOL_VERSION = 4;

  private WorkerMessages() {}

  static Figures figures(BooksUpdate update, DriverHealth health) {
    Interval interval = update.interval();
    Figures.Builder message =
        Figures.newBuilder()
            .setStartNanos(interval.startNanos())
            .setEndNanos(interval.endNanos())
            .setHealth(health(health));
    interval.rows().forEach(row -> message.addIntervals(interval(row)));
    update.latencies().forEach(latency -> message.addLatencies(latency(latency)));
    update.cells().forEach(cell -> message.addCells(cell(cell)));
    update.sqlStates().forEach(count -> message.addSqlStates(sqlState(count)));
    return message.build();
  }

  /**
   * The figures of a message.
   *
   * @throws IllegalArgumentException if it holds what cannot be
   */
  static BooksUpdate update(Figures message, List<Segment> segments) {
    Interval interval =
        new Interval(
            message.getStartNanos(),
            message.getEndNanos(),
            message.getIntervalsList().stream().map(WorkerMessages::interval).toList());
    return new BooksUpdate(
        interval,
        message.getLatenciesList().stream().map(latency -> latency(latency, segments)).toList(),
        message.getCellsList().stream().map(cell -> cell(cell, segments)).toList(),
        message.getSqlStatesList().stream().map(WorkerMessages::sqlState).toList());
  }

  private static IntervalFigures interval(IntervalRow row) {
    return IntervalFigures.newBuilder()
        .setPhase(row.phase())
        .setSet(row.set().name())
        .setType(code(row.kind()))
        .setStarted(row.started())
        .setCompleted(row.completed())
        .setCommitted(row.committed())
        .setFailed(row.failed())
        .setResponseSumMicros(row.responseSumMicros())
        .setResponseMaxMicros(row.responseMaxMicros())
        .build();
  }

  /** The end is that of the merged interval and filled in there. */
  private static IntervalRow interval(IntervalFigures message) {
    return new IntervalRow(
        0,
        message.getPhase(),
        VmSet.parse(message.getSet()),
        Messages.type(message.getType()),
        message.getStarted(),
        message.getCompleted(),
        message.getCommitted(),
        message.getFailed(),
        message.getResponseSumMicros(),
        message.getResponseMaxMicros());
  }

  private static LatencyFigures latency(LatencyInterval latency) {
    return LatencyFigures.newBuilder()
        .setSegment(latency.segment().index())
        .setSet(latency.set().name())
        .setType(code(latency.kind()))
        .setStartNanos(latency.startNanos())
        .setEndNanos(latency.endNanos())
        .setResponse(bytes(latency.response()))
        .setService(bytes(latency.service()))
        .build();
  }

  private static LatencyInterval latency(LatencyFigures message, List<Segment> segments) {
    return new LatencyInterval(
        segments.get(message.getSegment()),
        VmSet.parse(message.getSet()),
        Messages.type(message.getType()),
        message.getStartNanos(),
        message.getEndNanos(),
        histogram(message.getResponse()),
        histogram(message.getService()));
  }

  private static CellFigures cell(CellState cell) {
    CellFigures.Builder message =
        CellFigures.newBuilder()
            .setSegment(cell.segment().index())
            .setSet(cell.set().name())
            .setType(code(cell.kind()))
            .setOffered(cell.offered())
            .setSkipped(cell.skipped())
            .setWarnings(cell.warnings())
            .setRetries(cell.retries())
            .setRoundTrips(cell.roundTrips())
            .setCommittedInPhase(cell.committedInPhase())
            .setResponseSumMicros(cell.responseSumMicros())
            .setResponseMaxMicros(cell.responseMaxMicros())
            .setServiceSumMicros(cell.serviceSumMicros());
    for (long count : cell.outcomes().counts()) {
      message.addOutcomes(count);
    }
    cell.response().ifPresent(response -> message.setResponse(bytes(response)));
    return message.build();
  }

  private static CellState cell(CellFigures message, List<Segment> segments) {
    return new CellState(
        segments.get(message.getSegment()),
        VmSet.parse(message.getSet()),
        Messages.type(message.getType()),
        message.getOffered(),
        message.getSkipped(),
        new OutcomeCounts(message.getOutcomesList().stream().mapToLong(Long::longValue).toArray()),
        message.getWarnings(),
        message.getRetries(),
        message.getRoundTrips(),
        message.getCommittedInPhase(),
        message.getResponseSumMicros(),
        message.getResponseMaxMicros(),
        message.getServiceSumMicros(),
        message.getResponse().isEmpty()
            ? Optional.empty()
            : Optional.of(histogram(message.getResponse())));
  }

  private static SqlStateFigures sqlState(SqlStateCount count) {
    return SqlStateFigures.newBuilder()
        .setIsRetry(count.kind() == SqlStateCount.Kind.RETRY)
        .setType(code(count.request()))
        .setSqlState(count.sqlState())
        .setStatement(count.statement())
        .setCount(count.count())
        .build();
  }

  private static SqlStateCount sqlState(SqlStateFigures message) {
    return new SqlStateCount(
        message.getIsRetry() ? SqlStateCount.Kind.RETRY : SqlStateCount.Kind.FAILURE,
        Messages.type(message.getType()),
        message.getSqlState(),
        message.getStatement(),
        message.getCount());
  }

  private static Health health(DriverHealth health) {
    return Health.newBuilder()
        .setUtcMillis(health.utcMillis())
        .setIntervalMillis(health.intervalMillis())
        .setCpuMillis(health.cpuMillis())
        .setBusiestThread(health.busiestThread())
        .setBusiestMillis(health.busiestMillis())
        .setGcMillis(health.gcMillis())
        .setLagMicros(health.lagMicros())
        .setWaitingRequests(health.backlog().waitingRequests())
        .setDueTradeResults(health.backlog().dueTradeResults())
        .build();
  }

  /** How a worker fared. */
  static DriverHealth health(Health message, int worker) {
    return new DriverHealth(
        message.getUtcMillis(),
        worker,
        message.getIntervalMillis(),
        message.getCpuMillis(),
        message.getBusiestThread(),
        message.getBusiestMillis(),
        message.getGcMillis(),
        message.getLagMicros(),
        new Backlog(message.getWaitingRequests(), message.getDueTradeResults()));
  }

  static OrderFigures orders(VmSet set, MarketCounts counts) {
    return OrderFigures.newBuilder()
        .setSet(set.name())
        .setOrdersAccepted(counts.ordersAccepted())
        .setResultsCommitted(counts.resultsCommitted())
        .setOpen(counts.open())
        .setDue(counts.due())
        .setInDoubtOrders(counts.inDoubtOrders())
        .build();
  }

  static MarketCounts orders(OrderFigures message) {
    return new MarketCounts(
        message.getOrdersAccepted(),
        message.getResultsCommitted(),
        message.getOpen(),
        message.getDue(),
        message.getInDoubtOrders());
  }

  /** Workers send the load of brokerages only. */
  private static int code(RequestKind kind) {
    return ((TransactionType) kind).code();
  }

  private static ByteString bytes(Histogram histogram) {
    return UnsafeByteOperations.unsafeWrap(HistogramBytes.of(histogram));
  }

  private static Histogram histogram(ByteString bytes) {
    return HistogramBytes.read(bytes.toByteArray());
  }
}
