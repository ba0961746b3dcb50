package io.quartet.config.internal.section;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.config.DocumentPath;
import io.quartet.config.Problem;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.model.plan.EngineOptions;
import io.quartet.model.plan.PostgresSource;
import io.quartet.model.plan.Preparation;
import io.quartet.model.plan.Preparation.Postgres;
import io.quartet.model.plan.RunPlan;
import io.quartet.model.plan.Storage;
import io.quartet.model.size.VmSize;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** {@code provider.prepare} and the keys that describe what Quartet installs on machines. */
final class PreparationCodec {

  static final String NAME = "prepare";
  static final DocumentPath PATH = ProviderCodec.PATH.child(NAME);

  /** Keys that have a meaning only with {@code prepare: true}. */
  static final List<String> OWN_KEYS = List.of("kernel", "firewall");

  /** Of {@code postgres}, likewise. */
  static final List<String> OF_PACKAGES = List.of("repository", "key", "tls");

  /** Keys that this kind shares with embedded databases. */
  static final List<String> SHARED_KEYS =
      List.of(
          PostgresCodec.NAME,
          "dataDirectory",
          "tablespaces",
          SizesCodec.SETTINGS,
          SizesCodec.NAME,
          "dataChecksums");

  private static final String DATA_DIRECTORY = "/var/lib/quartet";
  private static final int MAJOR = 15;

  private static final Pattern KERNEL_SETTING = Pattern.compile("[a-z0-9_]+(\\.[a-z0-9_-]+)+");

  /** Names that need no quotes in units of systemd and in shells. */
  private static final Pattern MACHINE_FOLDER = Pattern.compile("[A-Za-z0-9_./-]+");

  /** Folders that services of Quartet cannot see, or whose files do not last. */
  private static final Pattern UNUSABLE =
      Pattern.compile("^/+(home|root|run|tmp|var/tmp|dev)(/|$)");

  /** Where such a part leads depends on the machine. */
  private static final Pattern RELATIVE_PART = Pattern.compile("/\\.{1,2}(/|$)");

  /** Options of a repository that switch signatures off, or could hide such an option from us. */
  private static final Pattern UNSIGNED =
      Pattern.compile(
          "(?i)\\[[^]]*(trusted|allow-(insecure|weak|downgrade-to-insecure)|[\"%])[^]]*]");

  /** An account in a web address. The plan is in every results folder, and so would it be. */
  private static final Pattern ACCOUNT = Pattern.compile("://[^/\\s]*@");

  private PreparationCodec() {}

  static Optional<Preparation> read(Section provider, int setsPerGroup, List<VmGroup> groups) {
    if (!provider.value().path(NAME).asBoolean()) {
      return Optional.empty();
    }
    return Optional.of(
        new Preparation(
            postgres(provider, provider.child(PostgresCodec.NAME)),
            provider.has("dataDirectory") ? onMachine(provider, "dataDirectory") : DATA_DIRECTORY,
            tablespaces(provider.child("tablespaces")),
            SizesCodec.read(provider, setsPerGroup, groups),
            Optional.ofNullable(provider.value().get("dataChecksums")).map(JsonNode::asBoolean),
            kernel(provider.child("kernel")),
            provider.value().path("firewall").asBoolean()));
  }

  private static Postgres postgres(Section provider, Section postgres) {
    if (postgres.optional("repository").filter(line -> UNSIGNED.matcher(line).find()).isPresent()) {
      postgres.wrong(
          postgres.at("repository"),
          " has an option that can switch signatures off. Leave out trusted, allow-..., quotes and"
              + " '%', and name the key of the repository in 'key'.");
    }
    if (postgres.optional("repository").filter(line -> ACCOUNT.matcher(line).find()).isPresent()) {
      postgres.wrong(
          postgres.at("repository"),
          " has an account in its address, and results would show it. Write the account to"
              + " /etc/apt/auth.conf.d of the machines.");
    }
    return new Postgres(
        PostgresCodec.read(provider).orElse(new PostgresSource.Version(MAJOR)),
        postgres.optional("repository"),
        postgres.file("key"),
        postgres.value().path("tls").asBoolean(true));
  }

  private static Map<Storage, String> tablespaces(Section folders) {
    Map<Storage, String> places = new EnumMap<>(Storage.class);
    for (Storage storage : Storage.values()) {
      if (folders.has(storage.label())) {
        places.put(storage, onMachine(folders, storage.label()));
      }
    }
    return places;
  }

  /** A folder of each machine: this machine cannot know what a relative name would mean there. */
  private static String onMachine(Section parent, String key) {
    String folder = parent.text(key);
    boolean isWhole = folder.startsWith("/") && !folder.matches("/+");
    if (!isWhole || RELATIVE_PART.matcher(folder).find()) {
      parent.wrong(
          parent.at(key),
          " is '"
              + folder
              + "', but it is a folder of each machine. Give a whole name without '.' or '..' as a part, for instance"
              + " /srv/quartet.",
          PATH);
    }
    if (!MACHINE_FOLDER.matcher(folder).matches() || UNUSABLE.matcher(folder).find()) {
      parent.wrong(
          parent.at(key),
          " is '"
              + folder
              + "'. Services cannot use it: choose a folder outside /home, /root, /run, /tmp, /var/tmp and /dev, of"
              + " letters, digits, '_', '.' and '-'.",
          PATH);
    }
    return folder;
  }

  private static Map<String, String> kernel(Section settings) {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> setting : settings.value().properties()) {
      if (KERNEL_SETTING.matcher(setting.getKey()).matches()) {
        texts.put(setting.getKey(), setting.getValue().asText());
      } else {
        settings.wrongKey(
            settings.at(setting.getKey()),
            " is not a name of a kernel setting. Write it as sysctl does, for instance"
                + " vm.nr_hugepages.");
      }
    }
    return texts;
  }

  /** Reports what does not fit together. */
  static void check(RunPlan plan, Section provider) {
    if (plan.provider().ssh().isEmpty()) {
      provider
          .reading()
          .report(
              Problem.ofKey(
                  ProviderCodec.PATH,
                  "MISSING_KEY",
                  "provider.ssh is missing, but with provider.prepare Quartet works on the machines"
                      + " through SSH. Add ssh: {}, or ssh with user and configuration."),
              PATH,
              ProviderCodec.KIND);
    }
    if (plan.engine().access() == EngineOptions.Access.ODBC) {
      provider.wrong(
          PATH,
          " is true, but engine.access is odbc, whose driver Quartet does not install. Use libpq, or"
              + " prepare the machines yourself.",
          ProviderCodec.KIND,
          DocumentPath.ROOT.child("engine"));
    }
    PostgresCodec.check(provider);
    SizesCheck.run(plan, provider);
    for (VmSet set : plan.sets()) {
      for (VmRole role : VmRole.values()) {
        VmSize size = plan.provider().size(set, role);
        if (size.isLimited() || size.pinning().isPresent()) {
          provider.wrong(
              SizesCodec.PATH,
              (size.isLimited() ? " limits " : " pins ")
                  + set.vmName(role)
                  + ", but a machine has the processors and the memory that it has. Give settings"
                  + " only.",
              PATH,
              ProviderCodec.KIND);
          return;
        }
      }
    }
  }

  static void write(Preparation preparation, ObjectNode provider) {
    provider.put(NAME, true);
    Postgres postgres = preparation.postgres();
    ObjectNode version = provider.putObject(PostgresCodec.NAME);
    PostgresCodec.write(postgres.source(), version);
    postgres.repository().ifPresent(line -> version.put("repository", line));
    postgres.key().ifPresent(file -> version.put("key", file));
    version.put("tls", postgres.hasTls());
    provider.put("dataDirectory", preparation.dataDirectory());
    ObjectNode tablespaces = provider.putObject("tablespaces");
    new TreeMap<>(preparation.tablespaces())
        .forEach((storage, folder) -> tablespaces.put(storage.label(), folder));
    SizesCodec.write(preparation.sizes(), provider);
    preparation.dataChecksums().ifPresent(flag -> provider.put("dataChecksums", flag));
    if (!preparation.kernel().isEmpty()) {
      new TreeMap<>(preparation.kernel()).forEach(provider.putObject("kernel")::put);
    }
    if (preparation.opensFirewall()) {
      provider.put("firewall", true);
    }
  }
}
