package io.quartet.provision.internal.prepared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Provider.Ssh;
import io.quartet.provision.MachineListener;
import io.quartet.provision.os.OwnedProcess;
import io.quartet.provision.os.QuartetHome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a playbook on machines: {@code scripts/machines/play}, which prints a line of JSON for each
 * task of each machine.
 *
 * @param inventory file with the machines
 * @param log file that takes Ansible's own output
 */
record Playbook(Ssh ssh, Path inventory, Path log) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  /** The last task of each playbook: a machine on which it succeeded is done. */
  static final Map<String, String> LAST_TASKS =
      Map.of("up", "note that the machine is ready", "down", "remove what was made");

  /** The first task of {@code up} that changes a machine. */
  static final String FIRST_CHANGE = "note what will be made";

  /** Exit code of {@code scripts/machines/journal} if it refuses, and so changes nothing. */
  private static final int REFUSED = 3;

  /**
   * Why a task failed on a machine.
   *
   * @param isBeforeChanges true if {@code up} has certainly changed nothing on the machine
   */
  record Failure(String task, String reason, boolean isBeforeChanges) {

    @Override
    public String toString() {
      return task + ": " + reason;
    }
  }

  /**
   * How a playbook ended.
   *
   * @param failures by machine; empty if all are done
   * @param notices by machine, what its user should know of a removal; empty if nothing
   */
  record Outcome(Map<String, Failure> failures, Map<String, String> notices) {

    /** A word for a machine that is done, with its notices. */
    String done(String word, String machine) {
      return told(word, notices.get(machine));
    }
  }

  private static String told(String text, String notices) {
    return notices == null ? text : text + "; " + notices;
  }

  /**
   * Runs one to its end.
   *
   * @param name {@code up} or {@code down}
   * @param machines names of those to work on
   * @throws QuartetException ANSIBLE_FAILED if it did not run at all
   */
  Outcome run(String name, List<String> machines, MachineListener listener) {
    Results results = new Results(LAST_TASKS.get(name), listener);
    try (OwnedProcess play = OwnedProcess.startPiped(specification(name, machines));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(play.output(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        results.take(line);
      }
      play.waitFor(STOP_GRACE);
      if (!play.isAlive() && play.exitCode() != 0 && results.failures.isEmpty()) {
        throw failed(name, results.other.toString().strip());
      }
    } catch (IOException e) {
      throw failed(name, e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.util.concurrent.CancellationException("interrupted");
    }
    // For instance because Ansible was killed.
    machines.stream()
        .filter(machine -> !results.done.contains(machine))
        .forEach(
            machine ->
                results.failures.putIfAbsent(
                    machine,
                    new Failure(results.lastTask, "Ansible ended before this task.", false)));
    return new Outcome(results.failures, results.notices);
  }

  /** What the playbook has printed so far. */
  private static final class Results {

    private final String lastTask;
    private final MachineListener listener;
    private final Set<String> done = new HashSet<>();
    private final Map<String, Failure> failures = new LinkedHashMap<>();
    private final Map<String, String> notices = new LinkedHashMap<>();
    private final Set<String> changed = new HashSet<>();
    private final StringBuilder other = new StringBuilder();

    private Results(String lastTask, MachineListener listener) {
      this.lastTask = lastTask;
      this.listener = listener;
    }

    private void take(String line) {
      JsonNode told = parsed(line);
      String machine = told.path("machine").asText();
      if (machine.isEmpty()) {
        other.append(line).append('\n');
        return;
      }
      String task = told.path("task").asText();
      told.path("notices")
          .forEach(
              notice -> notices.merge(machine, notice.asText(), (old, more) -> old + "; " + more));
      switch (told.path("state").asText()) {
        case "failed", "unreachable" -> {
          failures.putIfAbsent(
              machine,
              new Failure(task, told.path("reason").asText(), !mayHaveChanged(machine, told)));
          listener.ended(machine, told("FAILED: " + task, notices.get(machine)));
        }
        case "skipped" -> {}
        default -> {
          if (task.equals(FIRST_CHANGE)) {
            changed.add(machine);
          }
          if (task.equals(lastTask)) {
            done.add(machine);
          }
          listener.at(machine, task);
        }
      }
    }

    private boolean mayHaveChanged(String machine, JsonNode failure) {
      return failure.path("task").asText().equals(FIRST_CHANGE)
          ? failure.path("code").asInt() != REFUSED
          : changed.contains(machine);
    }
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }

  private QuartetException failed(String name, String said) {
    return QuartetException.environment(
        "ANSIBLE_FAILED",
        "the playbook %s did not run: %s The log of Ansible is %s."
            .formatted(name, said.isEmpty() ? "it said nothing." : said, log));
  }

  private OwnedProcess.Spec specification(String name, List<String> machines) {
    List<String> command = new ArrayList<>();
    command.add(QuartetHome.script("machines/play").toString());
    command.addAll(MachineShell.options(ssh));
    command.addAll(List.of("--log", log.toString(), "--limit", String.join(",", machines)));
    command.addAll(List.of(inventory.toString(), name));
    return new OwnedProcess.Spec(
        "playbook " + name,
        command,
        Map.of(),
        inventory.getParent(),
        log,
        "TERM",
        STOP_GRACE,
        "",
        List.of());
  }
}
