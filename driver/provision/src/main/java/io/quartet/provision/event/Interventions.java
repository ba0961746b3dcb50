package io.quartet.provision.event;

import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.EventAction;
import io.quartet.model.plan.EventAction.Command;
import io.quartet.model.plan.EventAction.Copy;
import io.quartet.model.plan.EventAction.Neighbour;
import io.quartet.model.plan.EventAction.OnMachine;
import io.quartet.model.plan.EventAction.OnServer;
import io.quartet.model.plan.EventAction.OnVm;
import io.quartet.model.plan.PlannedEvent;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.size.Bytes;
import io.quartet.provision.DatabaseCopy;
import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.provision.MachineChange;
import io.quartet.provision.internal.DataFolder;
import io.quartet.provision.internal.EventJournal;
import io.quartet.provision.internal.EventJournal.Undo;
import io.quartet.provision.internal.EventScript;
import io.quartet.provision.internal.Secrets;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Does the events of a plan, and takes them back. How a change is taken back is noted before it is
 * made, so that the next verb takes it back if this process cannot. Thread-safe.
 */
public final class Interventions {

  /** Longest time of an action of the kit, in seconds. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** Beyond the limit of a command: what its connection and its end may take. */
  private static final Duration CONNECTION = Duration.ofSeconds(30);

  /** Time for a neighbour to end before it is killed. */
  private static final Duration GRACE = Duration.ofSeconds(3);

  private final RunPlan plan;
  private final Deployment deployment;
  private final EventJournal journal;
  private final Map<PlannedEvent, OwnedProcess> running = new ConcurrentHashMap<>();
  private final Map<PlannedEvent, OwnedProcess> neighbours = new ConcurrentHashMap<>();
  private final Map<PlannedEvent, Undo> undos = new ConcurrentHashMap<>();
  private volatile boolean isOver;

  /**
   * How something went.
   *
   * @param exitCode 0 if it is done
   * @param output what a command printed, or why it is not done; cut to 2,000 characters, with
   *     stars in place of what is called a password, token or secret
   */
  public record Outcome(int exitCode, String output) {

    private static final int MOST_CHARACTERS = 2_000;
    private static final Outcome DONE = new Outcome(0, "");

    public Outcome {
      output = Text.shortened(Secrets.masked(output), MOST_CHARACTERS);
    }

    private static Outcome of(Commands.Result result) {
      return new Outcome(result.exitCode(), result.output());
    }

    private static Outcome of(QuartetException error) {
      return new Outcome(error.kind().exitCode(), error.getMessage());
    }
  }

  public Interventions(RunPlan plan, Deployment deployment) {
    this.plan = plan;
    this.deployment = deployment;
    this.journal = EventJournal.of(DataFolder.of(plan));
  }

  /**
   * Does what an event does, and waits until it is done.
   *
   * @param left time until its end in the plan, after which copies are given up
   */
  public Outcome begin(PlannedEvent event, Duration left) {
    try {
      return event.action() instanceof Copy copy
          ? copy(event, copy, left)
          : begin(event, event.action());
    } catch (QuartetException e) {
      return Outcome.of(e);
    }
  }

  private Outcome begin(PlannedEvent event, EventAction action) {
    if (action == OnServer.KILL) {
      deployment
          .startCommand(server(event))
          .ifPresent(start -> note(event, start, Deployment.RECOVERY_LIMIT));
      deployment.kill(server(event));
      return Outcome.DONE;
    } else if (action == OnServer.PAUSE) {
      return change(event, deployment.pause(server(event)));
    } else if (action instanceof OnVm limit) {
      return change(event, deployment.limit(event.on(), limit));
    }
    List<String> begin = EventScript.on(plan, event, EventScript.arguments((OnMachine) action));
    if (action instanceof Neighbour) {
      return startHog(event, begin);
    } else if (action instanceof Command command) {
      Duration limit = command.limit().plus(CONNECTION);
      command
          .undo()
          .map(undo -> EventScript.on(plan, event, EventScript.arguments(undo, command.limit())))
          .ifPresent(undo -> note(event, undo, limit));
      return run(event, begin, limit);
    }
    return run(event, begin, LONGEST);
  }

  /** One after the other. A target that gets none keeps what it has. */
  private Outcome copy(PlannedEvent event, Copy copy, Duration left) {
    deployment.requireRoomForCopies(
        server(event.on()), copy.targets().stream().map(this::server).toList());
    long deadline = System.nanoTime() + left.toNanos();
    List<String> made = new ArrayList<>();
    for (String vm : copy.targets()) {
      long begun = System.nanoTime();
      try (DatabaseCopy one = deployment.copy(server(event.on()), server(vm), copy.method())) {
        Commands.Result result = one.make(program -> runCopy(event, program, deadline));
        if (!result.isSuccess()) {
          made.add(vm + " got no copy and keeps its databases: " + result.output());
          return new Outcome(result.exitCode(), String.join("; ", made));
        }
        long bytes = one.adopt();
        made.add(
            Text.format(
                "%s: %s in %.1f s", vm, Bytes.text(bytes), (System.nanoTime() - begun) / 1e9));
      } catch (QuartetException e) {
        made.add(vm + ": " + e.getMessage());
        return new Outcome(e.kind().exitCode(), String.join("; ", made));
      }
    }
    return new Outcome(0, String.join("; ", made));
  }

  private Commands.Result runCopy(PlannedEvent event, OwnedProcess.Spec program, long deadline) {
    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    Outcome outcome = run(event, program, left);
    boolean isLate = outcome.exitCode() != 0 && System.nanoTime() >= deadline;
    return new Commands.Result(
        outcome.exitCode(),
        isLate ? "it was not complete at the end of the event" : outcome.output(),
        isLate);
  }

  private Outcome change(PlannedEvent event, MachineChange change) {
    note(event, change.undo(), LONGEST);
    return run(event, change.begin(), LONGEST);
  }

  private void note(PlannedEvent event, List<String> undo, Duration limit) {
    Undo noted = new Undo(event.name(), event.on(), undo, limit.toMillis());
    undos.put(event, noted);
    journal.add(noted);
  }

  /** A process that ends with this one, whatever happens. */
  private OwnedProcess start(PlannedEvent event, OwnedProcess.Spec program) {
    OwnedProcess process = OwnedProcess.startPiped(program);
    running.put(event, process);
    if (isOver) {
      process.requestStop();
    }
    return process;
  }

  private static OwnedProcess.Spec program(PlannedEvent event, List<String> command) {
    return new OwnedProcess.Spec(
        "event '" + event.name() + "'",
        command,
        Map.of(),
        Path.of("/"),
        Path.of("/dev/null"),
        "TERM",
        GRACE,
        "",
        List.of());
  }

  /** The neighbour is there once it has said so. */
  private Outcome startHog(PlannedEvent event, List<String> command) {
    OwnedProcess hog = start(event, program(event, command));
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(hog.output(), StandardCharsets.UTF_8));
      String first = lines.readLine();
      if ("busy".equals(first)) {
        running.remove(event);
        neighbours.put(event, hog);
        return Outcome.DONE;
      }
      String why = first == null ? "it ended at once" : first;
      return new Outcome(ended(event, hog, GRACE), why);
    } catch (IOException e) {
      return new Outcome(1, e.toString());
    }
  }

  private Outcome run(PlannedEvent event, List<String> command, Duration limit) {
    return run(event, program(event, command), limit);
  }

  private Outcome run(PlannedEvent event, OwnedProcess.Spec program, Duration limit) {
    OwnedProcess process = start(event, program);
    // The script prints little, and at its end.
    CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process));
    int exitCode = ended(event, process, limit);
    String words = output.join();
    return new Outcome(
        exitCode,
        words.isEmpty() && exitCode != 0 && isOver ? "the run ended before it was done" : words);
  }

  private static String text(OwnedProcess process) {
    try {
      return new String(process.output().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Waits for the end of a process, which comes by force after the limit. */
  private int ended(PlannedEvent event, OwnedProcess process, Duration limit) {
    Waiting.uninterrupted(() -> waitFor(process, limit));
    process.close();
    running.remove(event);
    return process.exitCode();
  }

  private static void waitFor(OwnedProcess process, Duration limit) {
    try {
      process.waitFor(limit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops what has begun and is not done yet: the run is over. */
  public void stop() {
    isOver = true;
    running.values().forEach(OwnedProcess::requestStop);
  }

  /** Takes an event back, and waits until that is done; nothing happens if nothing is left. */
  public Outcome end(PlannedEvent event) {
    try {
      if (event.action() == OnServer.KILL) {
        deployment.ensureRunning(server(event)); // Its error says more than a command.
      }
      OwnedProcess hog = neighbours.remove(event);
      if (hog != null) {
        boolean wasBusy = hog.isAlive();
        hog.close();
        return wasBusy
            ? Outcome.DONE
            : new Outcome(hog.exitCode(), "the neighbour ended before its time");
      }
      Undo undo = undos.remove(event);
      return undo == null ? Outcome.DONE : Outcome.of(journal.takeBack(undo));
    } catch (QuartetException e) {
      return Outcome.of(e);
    }
  }

  private DatabaseServer server(PlannedEvent event) {
    return server(event.on());
  }

  private DatabaseServer server(String vm) {
    return deployment.databases().stream()
        .filter(server -> server.vm().equals(vm))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no database " + vm));
  }
}
