package io.quartet.provision.internal.prepared;

import io.quartet.model.Address;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.VmMachine;
import io.quartet.model.size.Bytes;
import io.quartet.provision.MachineListener;
import io.quartet.provision.PreparedMachine;
import io.quartet.provision.internal.process.Commands;
import io.quartet.provision.os.Parallel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the machines of a plan, and takes back what was made. Looking at a machine is one SSH
 * command; Ansible runs only where something has to be done.
 */
public final class MachinePreparation {

  private static final Logger LOG = LoggerFactory.getLogger(MachinePreparation.class);

  /** Systems for which there are playbooks. */
  private static final Set<String> SYSTEMS =
      Set.of("debian", "ubuntu", "rhel", "rocky", "almalinux", "centos");

  private static final String MORE_ROOM =
      "Load fewer Load Units or trade days, or set provider.dataDirectory or provider.tablespaces to"
          + " bigger disks there";

  private final RunPlan plan;
  private final MachineShell shell;
  private final MachineFiles files;
  private final MachineRecords records;
  private final List<VmMachine> machines;
  private final Map<String, Commands.Result> looks = new ConcurrentHashMap<>();

  /**
   * @throws QuartetException DATA_FOLDER_UNUSABLE
   */
  public MachinePreparation(RunPlan plan) {
    this(plan, MachineFiles.of(plan));
  }

  /** With the files of another folder. */
  MachinePreparation(RunPlan plan, MachineFiles files) {
    this.plan = plan;
    this.shell = new MachineShell(plan.provider().ssh().orElseThrow());
    this.files = files;
    this.records = files.prepared();
    this.machines = VmMachine.of(plan);
  }

  /**
   * Makes everything that is missing or different on every machine.
   *
   * @throws QuartetException MACHINES_CHANGED, MACHINES_NOT_READY if not all machines can be worked
   *     on, DISK_TOO_SMALL; MACHINES_NOT_PREPARED if the work failed on some, ANSIBLE_FAILED
   */
  public void up(MachineListener listener) {
    requireSameMachines();
    Map<VmMachine, MachineState> states = states();
    requireRoom(states);
    Map<String, String> wanted = files.write(states);
    List<VmMachine> due = due(startAgain(states, wanted), wanted);
    machines.stream()
        .filter(machine -> !due.contains(machine))
        .forEach(machine -> listener.ended(machine.name(), "nothing to do"));
    if (!due.isEmpty()) {
      files.writeArchives();
    }
    Set<String> before = records.hosts();
    records.note(machines);
    if (due.isEmpty()) {
      return;
    }
    Map<String, Playbook.Failure> failures = play("up", files.inventory(), due, "ready", listener);
    if (!failures.isEmpty()) {
      due.stream()
          .filter(machine -> isUntouched(failures.get(machine.name())))
          .filter(machine -> !before.contains(machine.host()))
          .forEach(records::forget);
      throw failed(
          "MACHINES_NOT_PREPARED",
          "prepared",
          "Correct that, then run quartet up again. What is done is not repeated.",
          failures);
    }
  }

  /** True for instance if another driver has a benchmark of the same name on the machine. */
  private static boolean isUntouched(Playbook.Failure failure) {
    return failure != null && failure.isBeforeChanges();
  }

  /**
   * Another address would leave what was made at the old one, and {@code down} could not find it.
   */
  private void requireSameMachines() {
    Map<String, String> now = new HashMap<>();
    for (VmMachine machine : machines) {
      machine.vms().forEach(vm -> now.put(vm.name(), machine.host()));
    }
    records.all().forEach((host, vms) -> vms.forEach(vm -> requireSame(vm, host, now.get(vm))));
  }

  private void requireSame(String vm, String host, String now) {
    if (!host.equals(now)) {
      throw QuartetException.environment(
          "MACHINES_CHANGED",
          ("quartet up has worked on %s at %s, but the benchmark file no longer has it there."
                  + " Run quartet down with the old addresses first. If that machine is gone for"
                  + " good or belongs to another driver, remove %s and run quartet up again.")
              .formatted(vm, host, records.file(host)));
    }
  }

  /** Machines that were never prepared need room for all of their databases. */
  private void requireRoom(Map<VmMachine, MachineState> states) {
    List<VmMachine> fresh =
        machines.stream()
            .filter(machine -> states.get(machine).wanted().isEmpty())
            .filter(machine -> !machine.databases().isEmpty())
            .toList();
    Parallel.forEach(
        fresh,
        fresh.size(),
        machine ->
            room(machine)
                .require(MachinePlaces.of(plan).bytes(machine, 0), "the databases", MORE_ROOM));
  }

  /**
   * Makes sure that the disks of all machines have room for the databases of several plans at the
   * same time, as far as they were not made yet, and for their copies.
   *
   * @param copies of each database, by plan
   * @throws QuartetException DISK_TOO_SMALL, DATA_FOLDER_CLOSED
   */
  public static void requireRoomWithCopies(Map<RunPlan, Integer> copies) {
    Map<String, RemoteRoom> rooms = new TreeMap<>();
    Map<String, Map<String, Long>> needs = new TreeMap<>();
    copies.forEach(
        (plan, number) -> {
          MachinePreparation preparation = new MachinePreparation(plan);
          Set<String> made = preparation.records.hosts();
          for (VmMachine machine : preparation.machines) {
            if (!machine.databases().isEmpty() && !made.contains(machine.host())) {
              rooms.putIfAbsent(machine.host(), preparation.room(machine));
              Map<String, Long> ofHost =
                  needs.computeIfAbsent(machine.host(), host -> new LinkedHashMap<>());
              MachinePlaces.of(plan)
                  .bytes(machine, number)
                  .forEach((folder, bytes) -> ofHost.merge(folder, bytes, Long::sum));
            }
          }
        });
    Parallel.forEach(
        List.copyOf(rooms.keySet()),
        Math.max(1, rooms.size()),
        host ->
            rooms
                .get(host)
                .require(
                    needs.get(host), "the databases of all cells with their copies", MORE_ROOM));
  }

  private RemoteRoom room(VmMachine machine) {
    return new RemoteRoom(shell, machine.host(), machine.name() + " at " + machine.host());
  }

  /**
   * Starts what was stopped and needs no change.
   *
   * @return the machines as they are then; what could not be started differs
   */
  private Map<VmMachine, MachineState> startAgain(
      Map<VmMachine, MachineState> states, Map<String, String> wanted) {
    List<VmMachine> stopped =
        machines.stream()
            .filter(machine -> states.get(machine).isStopped())
            .filter(machine -> states.get(machine).wanted().equals(wanted.get(machine.name())))
            .toList();
    if (stopped.isEmpty()) {
      return states;
    }
    onEach(stopped, "start")
        .forEach(
            (machine, result) -> {
              if (!result.isSuccess()) {
                LOG.warn(
                    "{} did not start, so it is prepared again: {}",
                    machine.name(),
                    result.output());
              }
            });
    stopped.forEach(machine -> looks.remove(machine.name()));
    return states();
  }

  /** Lets the script work on machines, all at a time; what each said, by machine. */
  private Map<VmMachine, Commands.Result> onEach(List<VmMachine> some, String verb) {
    Map<VmMachine, Commands.Result> results = new ConcurrentHashMap<>();
    if (some.isEmpty()) {
      return results;
    }
    String owner = files.owner();
    Parallel.forEach(
        some,
        some.size(),
        machine ->
            results.put(
                machine,
                shell.run(
                    machine.host(),
                    "journal",
                    List.of(verb, plan.name(), owner),
                    RemoteServers.LONGEST_CHANGE)));
    return results;
  }

  /**
   * Ends the services on every machine and sets kernel settings back; all else stays. Does nothing
   * where nothing was made, or all is stopped already.
   *
   * @throws QuartetException SERVER_DID_NOT_STOP
   */
  public void stop() {
    Set<String> known = records.hosts();
    List<VmMachine> made =
        machines.stream().filter(machine -> known.contains(machine.host())).toList();
    Map<String, String> failed = new TreeMap<>();
    onEach(made, "stop")
        .forEach(
            (machine, result) -> {
              if (!result.isSuccess()) {
                failed.put(machine.name() + " at " + machine.host(), result.output());
              }
            });
    if (!failed.isEmpty()) {
      throw QuartetException.environment(
          "SERVER_DID_NOT_STOP",
          "%s did not stop on every machine: %s. Correct that, then try again."
              .formatted(plan.name(), failed));
    }
  }

  /** Machines that are not as they should be. */
  private List<VmMachine> due(Map<VmMachine, MachineState> states, Map<String, String> wanted) {
    return machines.stream()
        .filter(machine -> !states.get(machine).isAs(wanted.get(machine.name())))
        .toList();
  }

  /**
   * Makes sure that every machine is as {@link #up} leaves it.
   *
   * @throws QuartetException MACHINES_CHANGED, MACHINES_NOT_READY
   */
  public void requireUp() {
    PreparedMachine.requireReady(plan, look());
  }

  /** Every machine, with what keeps Quartet from working on it. */
  public List<PreparedMachine> reach() {
    lookAtAll();
    return machines.stream()
        .map(
            machine ->
                problem(machine)
                    .orElseGet(() -> found(machine, description(state(machine)), "", "")))
        .toList();
  }

  private MachineState state(VmMachine machine) {
    return MachineState.parse(looks.get(machine.name()).output());
  }

  /**
   * Every machine, with what keeps a run from using it.
   *
   * @throws QuartetException MACHINES_CHANGED
   */
  public List<PreparedMachine> look() {
    requireSameMachines();
    lookAtAll();
    Map<VmMachine, MachineState> sound = new LinkedHashMap<>();
    for (VmMachine machine : machines) {
      if (problem(machine).isEmpty()) {
        sound.put(machine, state(machine));
      }
    }
    Map<String, String> wanted = files.areCurrent() ? files.wanted(sound) : Map.of();
    return machines.stream()
        .map(
            machine ->
                problem(machine)
                    .orElseGet(
                        () -> judged(machine, sound.get(machine), wanted.get(machine.name()))))
        .toList();
  }

  private PreparedMachine judged(VmMachine machine, MachineState state, String wanted) {
    String text = description(state);
    if (state.wanted().isEmpty() || !files.areMade()) {
      return found(
          machine, text, "this driver has not prepared it (" + text + ")", "Run quartet up");
    }
    if (!state.wanted().equals(wanted)) {
      return found(
          machine,
          text,
          "it is prepared for another version of the benchmark file or of Quartet",
          "Run quartet up");
    }
    return state.differences().isEmpty()
        ? found(machine, text + ", prepared", "", "")
        : found(
            machine,
            text,
            "this has changed since quartet up: " + String.join(", ", state.differences()),
            "Run quartet up");
  }

  private static String description(MachineState state) {
    return Text.format(
        "%s, %s processors, %s",
        state.system(), state.machine().cores(), Bytes.text(state.machine().memoryBytes()));
  }

  private Map<VmMachine, MachineState> states() {
    lookAtAll();
    PreparedMachine.requireReady(
        plan, machines.stream().flatMap(machine -> problem(machine).stream()).toList());
    Map<VmMachine, MachineState> states = new LinkedHashMap<>();
    machines.forEach(machine -> states.put(machine, state(machine)));
    return states;
  }

  /** Looks once at each. */
  private void lookAtAll() {
    List<VmMachine> unseen =
        machines.stream().filter(machine -> !looks.containsKey(machine.name())).toList();
    Parallel.forEach(
        unseen,
        unseen.size(),
        machine ->
            looks.put(
                machine.name(),
                shell.run(machine.host(), "journal", List.of("look", plan.name()))));
  }

  /** Why nothing can be done on a machine; empty if something can. */
  private Optional<PreparedMachine> problem(VmMachine machine) {
    Commands.Result look = looks.get(machine.name());
    if (!look.isSuccess()) {
      return Optional.of(found(machine, "", withoutProgram(look.output()), ""));
    }
    MachineState state = state(machine);
    if (SYSTEMS.stream().noneMatch(system -> state.system().startsWith(system + " "))) {
      return Optional.of(
          found(
              machine,
              state.system(),
              "Quartet cannot prepare " + state.system(),
              "Use Debian 12, or prepare the machine yourself and leave provider.prepare out"));
    }
    if (!state.lacks().isEmpty()) {
      return Optional.of(
          found(
              machine,
              state.system(),
              "it lacks " + String.join(", ", state.lacks()) + ", which Ansible needs",
              "Install it there"));
    }
    return Optional.empty();
  }

  /** Messages of scripts begin with the name of the script. */
  private static String withoutProgram(String message) {
    return message.replaceFirst("^on: ", "");
  }

  private PreparedMachine found(VmMachine machine, String version, String problem, String fix) {
    VmMachine.Vm first = machine.vms().get(0);
    Address address = plan.provider().address(first.set(), first.role());
    return new PreparedMachine(machine.name(), "machine", address, version, problem, fix);
  }

  /**
   * Removes what was made on every machine that can be reached.
   *
   * @throws QuartetException MACHINES_CHANGED; MACHINES_NOT_CLEARED if not all could be cleared; it
   *     can be repeated
   */
  public void down(MachineListener listener) {
    requireSameMachines();
    Set<String> known = records.hosts();
    // Without records, for instance because the folder was lost, it may be any machine.
    List<VmMachine> due =
        machines.stream()
            .filter(machine -> !records.areKnown() || known.contains(machine.host()))
            .toList();
    machines.stream()
        .filter(machine -> !due.contains(machine))
        .forEach(machine -> listener.ended(machine.name(), "nothing to do"));
    if (due.isEmpty()) {
      return;
    }
    Path inventory = files.writeRemoval(due);
    records.note(due);
    Map<String, Playbook.Failure> failures = play("down", inventory, due, "cleared", listener);
    if (!failures.isEmpty()) {
      due.stream()
          .filter(machine -> !failures.containsKey(machine.name()))
          .forEach(records::forget);
      throw failed(
          "MACHINES_NOT_CLEARED",
          "cleared",
          ("The other machines are cleared. Correct that, then run quartet down again. If a machine"
                  + " is gone for good or belongs to another driver, first remove its file in %s.")
              .formatted(records.folder()),
          failures);
    }
  }

  private QuartetException failed(
      String code, String notDone, String whatToDo, Map<String, Playbook.Failure> failures) {
    return QuartetException.environment(
        code,
        "%s of %s machines of %s could not be %s:%s\n%s The log of Ansible is %s."
            .formatted(
                failures.size(),
                machines.size(),
                plan.name(),
                notDone,
                list(failures),
                whatToDo,
                files.log()));
  }

  private Map<String, Playbook.Failure> play(
      String name, Path inventory, List<VmMachine> due, String done, MachineListener listener) {
    Playbook playbook = new Playbook(plan.provider().ssh().orElseThrow(), inventory, files.log());
    List<String> names = due.stream().map(VmMachine::name).toList();
    Playbook.Outcome outcome = playbook.run(name, names, listener);
    names.stream()
        .filter(machine -> !outcome.failures().containsKey(machine))
        .forEach(machine -> listener.ended(machine, outcome.done(done, machine)));
    return outcome.failures();
  }

  private String list(Map<String, Playbook.Failure> failures) {
    Map<String, String> hosts =
        machines.stream().collect(Collectors.toMap(VmMachine::name, VmMachine::host));
    List<String> lines = new ArrayList<>();
    failures.forEach(
        (machine, failure) ->
            lines.add("\n  " + machine + " at " + hosts.get(machine) + ", " + failure));
    return String.join("", lines);
  }
}
