package io.quartet.results.evidence;

import io.quartet.model.VmSet;
import io.quartet.results.folder.Csv;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * {@code acknowledged.csv}: every trade that the emulator was told is committed, in the order of
 * the answers; only appended to. Thread-safe.
 *
 * <p>Whoever got an answer only queues it. One thread takes what has come and gives it to the
 * operating system in one write, at once when it is idle; once a second it lets the disk follow. So
 * a driver that is killed loses the answers of a write at most, and a machine those of a second.
 */
public final class AcknowledgedCsv implements AcknowledgementJournal {

  /** Name in the results folder. */
  public static final String NAME = "acknowledged.csv";

  private static final String HEADER = "utc_ms,set,trade,what\n";
  private static final long FORCE_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /** Behind the last acknowledgement. */
  private static final Acknowledgement END = new Acknowledgement(0, null, 0, null);

  private final Path file;
  private final FileChannel channel;
  private final LinkedBlockingQueue<Acknowledgement> queue = new LinkedBlockingQueue<>();
  private final CompletableFuture<Void> writing;
  private volatile IOException failure;

  /** Makes the file and starts its thread. */
  public AcknowledgedCsv(ResultsFolder folder) {
    this.file = folder.file(NAME);
    try {
      this.channel =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
    this.writing = CompletableFuture.runAsync(this::writeAll, AcknowledgedCsv::start);
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "quartet-acknowledged");
    thread.setDaemon(true);
    thread.start();
  }

  /** Queues an acknowledgement; never waits for the disk. */
  @Override
  public void accept(Acknowledgement acknowledgement) {
    if (failure == null) {
      queue.add(acknowledgement);
    }
  }

  private void writeAll() {
    List<Acknowledgement> batch = new ArrayList<>();
    try {
      write(HEADER);
      long forcedNanos = System.nanoTime();
      boolean isEnding = false;
      while (!isEnding) {
        Acknowledgement first = queue.poll(FORCE_EVERY_NANOS, TimeUnit.NANOSECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch);
          isEnding = batch.get(batch.size() - 1) == END;
          write(lines(isEnding ? batch.subList(0, batch.size() - 1) : batch));
          batch.clear();
        }
        if (isEnding || System.nanoTime() - forcedNanos >= FORCE_EVERY_NANOS) {
          channel.force(false);
          forcedNanos = System.nanoTime();
        }
      }
    } catch (IOException e) {
      failure = e;
    } catch (InterruptedException e) {
      failure = new IOException("its thread was interrupted", e);
    }
  }

  private static String lines(List<Acknowledgement> batch) {
    StringBuilder text = new StringBuilder(48 * batch.size());
    for (Acknowledgement one : batch) {
      text.append(one.utcMillis())
          .append(',')
          .append(one.set().name())
          .append(',')
          .append(one.trade())
          .append(',')
          .append(one.what().label())
          .append('\n');
    }
    return text.toString();
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Writes what is queued and closes the file. Nothing may come after it.
   *
   * @throws io.quartet.model.QuartetException RESULTS_WRITE if it could not be written all along
   */
  @Override
  public void close() {
    queue.add(END);
    writing.join();
    try {
      channel.close();
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
    if (failure != null) {
      throw ResultsFolder.unwritable(file, failure);
    }
  }

  /**
   * Reads the file line by line: it may be larger than the memory. A last line without its end,
   * left by a driver that was killed, is skipped.
   *
   * @return how many there were
   */
  public static long forEach(ResultsFolder folder, Consumer<Acknowledgement> action) {
    long[] count = new long[1];
    Csv.forEach(
        folder,
        NAME,
        row -> {
          action.accept(acknowledgement(row));
          count[0]++;
        });
    return count[0];
  }

  private static Acknowledgement acknowledgement(Csv.Row row) {
    String[] fields = row.fields();
    for (Acknowledgement.What what : Acknowledgement.What.values()) {
      if (fields.length == 4 && fields[3].equals(what.label())) {
        try {
          return new Acknowledgement(
              Long.parseLong(fields[0]), VmSet.parse(fields[1]), Long.parseLong(fields[2]), what);
        } catch (IllegalArgumentException e) {
          throw damaged(row, e);
        }
      }
    }
    throw damaged(row, null);
  }

  private static RuntimeException damaged(Csv.Row row, Throwable cause) {
    return ResultsFolder.unreadable(
        row.file(),
        "line " + row.line() + " is no acknowledgement: '" + String.join(",", row.fields()) + "'",
        cause);
  }
}
