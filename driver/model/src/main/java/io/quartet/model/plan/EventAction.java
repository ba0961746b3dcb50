package io.quartet.model.plan;

import io.quartet.model.Text;
import io.quartet.model.size.Bytes;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an event does: to the server of a database, to a VM, or to a machine. */
public sealed interface EventAction {

  /** What it does, in a few words. */
  String describe();

  /** True if it goes on until it is taken back, false if it is over once it is done. */
  default boolean lasts() {
    return true;
  }

  /** Done to the server of a database. */
  enum OnServer implements EventAction {
    /** It and its sessions end at one moment. At the end of the event it is started again. */
    KILL,
    /** It and its sessions stand still. */
    PAUSE;

    @Override
    public String describe() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The databases of other servers become a copy of those of a server, which goes on working. It is
   * over once they answer.
   *
   * @param targets VMs whose servers get the copies, at least one; each is idle until then
   * @param method how a copy is made
   */
  record Copy(List<String> targets, Method method) implements EventAction {

    /** How the files of a server that works are copied. */
    public enum Method {
      /** {@code pg_basebackup}, through a connection to the source. */
      BASE_BACKUP("copied"),
      /** A clone of the files by their file system, between the begin and end of a backup. */
      CLONE("cloned");

      private final String done;

      Method(String done) {
        this.done = done;
      }
    }

    public Copy {
      targets = List.copyOf(targets);
    }

    @Override
    public String describe() {
      return "its databases are " + method.done + " to " + String.join(", ", targets);
    }
  }

  /** A limit of a VM, in place of that of its size. */
  sealed interface OnVm extends EventAction {}

  /**
   * Limits of reads and writes, which hold for each disk separately.
   *
   * @param reads none if empty
   * @param writes none if empty
   */
  record DiskLimit(Optional<DiskRate> reads, Optional<DiskRate> writes) implements OnVm {

    @Override
    public String describe() {
      return Stream.concat(
              reads.map(rate -> "reads " + rate.describe()).stream(),
              writes.map(rate -> "writes " + rate.describe()).stream())
          .collect(Collectors.joining(", ", "disk: ", ""));
    }
  }

  /**
   * So much of a disk.
   *
   * @param perSecond bytes or operations, at least 1
   * @param areBytes true for bytes, false for operations
   */
  record DiskRate(long perSecond, boolean areBytes) {

    private String describe() {
      return areBytes ? mib(perSecond) + "/s" : Text.format("%,d IOPS", perSecond);
    }
  }

  /**
   * A limit of processors.
   *
   * @param cpus cores, above 0
   */
  record ProcessorLimit(double cpus) implements OnVm {

    @Override
    public String describe() {
      return "cpus: " + new BigDecimal(Double.toString(cpus)).stripTrailingZeros().toPlainString();
    }
  }

  /** A limit of memory, in bytes. */
  record MemoryLimit(long bytes) implements OnVm {

    @Override
    public String describe() {
      return "memory: " + mib(bytes);
    }
  }

  /** Done to a machine: that of the driver, that of a VM, or another that the plan names. */
  sealed interface OnMachine extends EventAction {}

  /**
   * A command of the user.
   *
   * @param undo takes it back; empty if nothing does
   * @param limit how long each of the two may take
   */
  record Command(Words begin, Optional<Words> undo, Duration limit) implements OnMachine {

    @Override
    public boolean lasts() {
      return undo.isPresent();
    }

    @Override
    public String describe() {
      return begin.text();
    }
  }

  /**
   * Words of a command.
   *
   * @param words program and arguments; of a shell, its only line
   * @param areForShell true if a shell reads them
   */
  record Words(List<String> words, boolean areForShell) {

    public Words {
      words = List.copyOf(words);
    }

    /** Program and arguments of what runs. */
    public List<String> arguments() {
      return areForShell ? List.of("bash", "-c", words.get(0)) : words;
    }

    /** As a person would type it. */
    public String text() {
      return areForShell
          ? words.get(0)
          : words.stream().map(Words::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
      return word.matches("[A-Za-z0-9_./:=@%+,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
  }

  /** A program beside those of the run, which ends with its event. */
  sealed interface Neighbour extends OnMachine {}

  /** Keeps so many processors busy. */
  record ProcessorHog(int processors) implements Neighbour {

    @Override
    public String describe() {
      return "a neighbour keeps " + Text.counted(processors, "processor") + " busy";
    }
  }

  /** Holds so many bytes of memory. */
  record MemoryHog(long bytes) implements Neighbour {

    @Override
    public String describe() {
      return "a neighbour holds " + mib(bytes);
    }
  }

  /** The kernel forgets what it holds of files. */
  record ClearCaches() implements OnMachine {

    @Override
    public boolean lasts() {
      return false;
    }

    @Override
    public String describe() {
      return "the caches of the kernel are cleared";
    }
  }

  private static String mib(long bytes) {
    return Text.format("%,.1f MiB", bytes / (double) Bytes.MIB).replace(".0 ", " ");
  }
}
