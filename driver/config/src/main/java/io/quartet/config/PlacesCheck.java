package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Address;
import io.quartet.model.Load;
import io.quartet.model.Provider;
import io.quartet.model.RunPlan;
import io.quartet.model.SetHosts;
import io.quartet.model.VmSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Judges what a plan says about machines: every Set has addresses of its own, and requests to Tier
 * A and to workers do not leave this machine in clear.
 */
final class PlacesCheck {

  private static final DocumentPath PROVIDER = DocumentPath.ROOT.child("provider");
  private static final DocumentPath DRIVER = DocumentPath.ROOT.child("driver");
  private static final DocumentPath KIND = PROVIDER.child("kind");
  private static final DocumentPath HOSTS = PROVIDER.child("hosts");
  private static final DocumentPath SSH = PROVIDER.child("ssh");
  private static final DocumentPath WORKERS = DRIVER.child("workers");
  private static final DocumentPath TLS = DRIVER.child("tls");
  private static final DocumentPath SETS = DocumentPath.ROOT.child("sets");

  /** By the shares in them, which Groups have VMs. */
  private static final DocumentPath PHASES = DocumentPath.ROOT.child("phases");

  private static final DocumentPath LOAD = DocumentPath.ROOT.child("load");

  /** Keys that say how the embedded provider makes its VMs; it fills in none of them by itself. */
  private static final List<String> EMBEDDED_KEYS =
      List.of("postgresBin", "dataDirectory", "tablespaces", "cpus", "memory", "settings");

  private static final Pattern SETTING = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

  /** Ends of the names of settings that locate files. */
  private static final Pattern LOCATES_FILES =
      Pattern.compile(".*([_.](file|path)|keyfile|filename|dir|directory|directories)");

  /** Ends like them, but lists schemas. */
  private static final String SCHEMAS = "search_path";

  /** Settings on which the provider and the reading of statistics and logs rely. */
  private static final Set<String> OWN_SETTINGS =
      Set.of(
          "cluster_name",
          "config_file",
          "data_directory",
          "external_pid_file",
          "hba_file",
          "ident_file",
          "include",
          "include_dir",
          "include_if_exists",
          "lc_messages",
          "listen_addresses",
          "log_checkpoints",
          "log_destination",
          "log_line_prefix",
          "log_timezone",
          "logging_collector",
          "max_connections",
          "password_encryption",
          "port",
          "timezone",
          "unix_socket_directories",
          "unix_socket_permissions");

  private final RunPlan plan;
  private final ObjectNode document;
  private final Reports problems;
  private final Map<VmSet, SetHosts> addresses;

  PlacesCheck(RunPlan plan, ObjectNode document, Reports problems) {
    this.plan = plan;
    this.document = document;
    this.problems = problems;
    this.addresses = plan.provider().map(embedded -> Map.of(), Provider.Hosts::addresses);
  }

  void run() {
    boolean isHosts = document.at("/provider/kind").asText().equals("hosts");
    boolean hasHosts = document.at("/provider").has("hosts");
    if (isHosts) {
      checkAddresses();
      checkThatAddressesDiffer();
      EMBEDDED_KEYS.stream()
          .filter(key -> isGiven(document.at("/provider").path(key)))
          .forEach(key -> wrong(PROVIDER.child(key), "is of use with provider.kind embedded only"));
    } else {
      if (document.at("/provider/ssh").isObject()) {
        wrong(SSH, "is of use with provider.kind hosts only");
      }
      if (hasHosts) {
        wrong(HOSTS, "is of use with provider.kind hosts only");
        return;
      }
    }
    document.at("/provider/settings").fields().forEachRemaining(this::checkSettings);
    checkWorkers();
    checkTls();
  }

  private void checkSettings(Map.Entry<String, JsonNode> role) {
    DocumentPath path = PROVIDER.child("settings").child(role.getKey());
    role.getValue()
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!SETTING.matcher(name).matches()) {
                problems.report(
                    Problem.ofKey(
                        path.child(name),
                        "WRONG_VALUE",
                        path
                            + ": '"
                            + name
                            + "' is not a name of a PostgreSQL setting. Write it as in"
                            + " postgresql.conf, in small letters."));
              } else if (OWN_SETTINGS.contains(name)) {
                problems.report(
                    Problem.ofKey(
                        path.child(name),
                        "WRONG_VALUE",
                        path.child(name)
                            + " is set by Quartet, which relies on it. Leave it out."));
              } else if (!name.equals(SCHEMAS) && LOCATES_FILES.matcher(name).matches()) {
                problems.report(
                    Problem.ofKey(
                        path.child(name),
                        "WRONG_VALUE",
                        path.child(name)
                            + " locates files of a server, which Quartet decides. Leave it"
                            + " out."));
              } else if (Provider.Embedded.SECRET_SETTINGS.contains(name)) {
                problems.report(
                    Problem.ofKey(
                        path.child(name),
                        "WRONG_VALUE",
                        path.child(name)
                            + " may hold a password, and settings are published with the report."
                            + " Leave it out."));
              }
            });
  }

  /** Absent objects have been filled in, without keys. */
  private static boolean isGiven(JsonNode value) {
    return value.isTextual() || !value.isEmpty();
  }

  private void checkAddresses() {
    List<String> missing =
        plan.sets().stream().filter(set -> !addresses.containsKey(set)).map(VmSet::name).toList();
    if (!missing.isEmpty()) {
      problems.report(
          Problem.ofKey(
              PROVIDER,
              "MORE_SETS_THAN_ADDRESSES",
              "provider.hosts has no addresses for "
                  + missing.size()
                  + " of "
                  + plan.sets().size()
                  + " Sets: "
                  + String.join(", ", missing.subList(0, Math.min(5, missing.size())))
                  + (missing.size() > 5 ? ", ..." : "")
                  + ". Add them, or lower sets."),
          KIND,
          HOSTS,
          SETS,
          PHASES);
    }
  }

  /** Of the Sets of the plan: there may be more machines than it uses. */
  private Stream<SetHosts> hosts() {
    return plan.sets().stream().map(addresses::get).filter(Objects::nonNull);
  }

  private void checkThatAddressesDiffer() {
    Set<Address> seen = new HashSet<>();
    hosts()
        .flatMap(set -> Stream.of(set.tierA(), set.dss(), set.oltp()))
        .filter(address -> !seen.add(address))
        .findFirst()
        .ifPresent(
            address ->
                problems.report(
                    Problem.ofKey(
                        HOSTS,
                        "WRONG_VALUE",
                        "provider.hosts gives "
                            + address
                            + " to two VMs. Every VM needs an address of its own."),
                    KIND,
                    SETS,
                    PHASES));
  }

  private void checkWorkers() {
    int workers = plan.driver().workerCount();
    if (workers > plan.setsPerGroup()) {
      wrongWorkers(
          workers
              + " workers, but each takes whole Sets of every Group, and sets is "
              + plan.setsPerGroup()
              + ". Use at most that many workers, or more Sets.",
          SETS);
    } else if (workers > fewestUsers()) {
      wrongWorkers(
          workers
              + " workers for "
              + fewestUsers()
              + " users. Use at most that many workers, or more users.",
          SETS,
          LOAD);
    }
  }

  /** Users at the start of the run, when there are the fewest. */
  private int fewestUsers() {
    return plan.load() instanceof Load.Paced paced
        ? paced.users()
        : (int) plan.load().ladder().first();
  }

  private void checkReach() {
    plan.driver().workers().stream()
        .filter(worker -> !worker.isLoopback() && plan.provider().isLocal())
        .findFirst()
        .ifPresent(
            worker ->
                wrongWorkers(
                    "from "
                        + worker
                        + " nobody reaches the Tier As of provider.kind embedded, which listen on"
                        + " loopback addresses of this machine. Use workers on this machine, or"
                        + " provider.kind hosts.",
                    TLS,
                    KIND,
                    HOSTS));
  }

  private void wrongWorkers(String text, DocumentPath... needed) {
    problems.report(Problem.ofValue(WORKERS, "WRONG_VALUE", "driver.workers: " + text), needed);
  }

  private void checkTls() {
    if (plan.driver().tls().isPresent()) {
      checkReach();
      return;
    }
    Stream.concat(hosts().map(SetHosts::tierA), plan.driver().workers().stream())
        .filter(address -> !address.isLoopback())
        .findFirst()
        .ifPresent(this::needsTls);
  }

  private void needsTls(Address address) {
    problems.report(
        Problem.ofKey(
            DRIVER,
            "MISSING_KEY",
            "driver.tls is missing, but "
                + address
                + " is not on this machine. Give it the files authority, certificate and key."),
        TLS,
        KIND,
        HOSTS,
        SETS,
        PHASES);
  }

  private void wrong(DocumentPath path, String text) {
    problems.report(
        Problem.ofKey(path, "WRONG_VALUE", path + " " + text + ". Set that, or leave it out."),
        path,
        KIND);
  }
}
