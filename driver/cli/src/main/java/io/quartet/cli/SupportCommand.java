package io.quartet.cli;

import io.quartet.cli.option.JsonOption;
import io.quartet.cli.option.OutputFiles;
import io.quartet.cli.option.ResultsPathConverter;
import io.quartet.cli.view.WrittenFiles;
import io.quartet.model.QuartetException;
import io.quartet.model.Text;
import io.quartet.results.RunDocument;
import io.quartet.results.RunFiles;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code support}: what a report of a fault needs. */
@Command(
    name = "support",
    description = {
      "Packs what the report of a fault needs into one archive.",
      "Takes the bookkeeping, events, verdicts, settings and logs of a run, what the verbs of this"
          + " account have logged since its start, and the versions. Leaves out the samples of servers and machines, histograms,"
          + " plans and the pages. Quartet writes none of its passwords into these files. Names of machines"
          + " and accounts are in them, and logs of servers as they are."
    },
    footer = {
      "  quartet support results/20260301-120000-demo",
      "  quartet support results/20260301-120000-demo --output /tmp/for-support.zip"
    })
final class SupportCommand implements Callable<Integer> {

  private static final long MOST_BYTES = 16L << 20;

  /** Folders of a run that say something about a fault and are small. */
  private static final Set<String> TAKEN = Set.of("logs", "schema", "settings");

  /** Files that a run writes into its folder, without the pages. */
  private static final Pattern RECORDS =
      Pattern.compile("[a-z]+(?:\\.(?:csv|json|jsonl)|\\.sha256)");

  /** Second in UTC that begins an entry of a log. The entry may have more lines. */
  private static final Pattern MOMENT =
      Pattern.compile("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d", Pattern.MULTILINE);

  private static final String LEFT_OUT = ".left-out";
  private static final String LOG = ".log";

  /** Folder in the archive for the logs of the verbs. */
  private static final String VERBS = "log/";

  @Spec private CommandSpec spec;
  @Mixin private JsonOption json;

  @Parameters(
      paramLabel = "RUN",
      converter = ResultsPathConverter.class,
      description = "Folder of a run, or its id.")
  private Path folder;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description =
          "Archive to write. Default: support-<run-id>.zip in the working folder, with a number if"
              + " that exists.")
  private Path output;

  /** A file and its name in the archive. */
  private record Packed(String entry, Path file) {}

  @Override
  public Integer call() {
    ResultsFolder run = ResultsFolder.open(folder);
    Path archive = output == null ? unused(Path.of(""), "support-" + run.runId()) : output;
    // Listed before the archive is made, which may lie in one of these folders.
    List<Packed> files = new ArrayList<>(listed(run.path(), "run/", SupportCommand::isOfRun));
    List<Packed> logs = listed(Logs.folder(), VERBS, file -> file.toString().endsWith(LOG));
    String start = startAsInLogs(run);
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(archive, StandardOpenOption.CREATE_NEW))) {
      put(zip, "versions.txt", String.join("\n", new Version().getVersion()) + "\n");
      for (Packed packed : files) {
        pack(zip, packed, "");
      }
      for (Packed packed : logs) {
        pack(zip, packed, start);
      }
    } catch (FileAlreadyExistsException e) {
      throw QuartetException.badInput(
          "FILE_EXISTS",
          archive + " already exists and was left unchanged. Name another with --output.",
          e);
    } catch (IOException e) {
      deletePart(archive);
      throw OutputFiles.notWritable(archive, e);
    }
    PrintWriter out = spec.commandLine().getOut();
    new WrittenFiles(List.of(archive)).print(out, json.isJson());
    if (!json.isJson()) {
      out.print(Text.line("Read what is in it before you send it: unzip -l %s%n", archive));
    }
    out.flush();
    return 0;
  }

  /** An archive that does not exist yet: of this name, or with the next number behind it. */
  static Path unused(Path parent, String name) {
    Path archive = parent.resolve(name + ".zip");
    for (int number = 2; Files.exists(archive, LinkOption.NOFOLLOW_LINKS); number++) {
      archive = parent.resolve(name + "-" + number + ".zip");
    }
    return archive;
  }

  private static List<Packed> listed(Path folder, String name, Predicate<Path> isWanted) {
    try {
      Path top = folder.toRealPath();
      try (Stream<Path> all = Files.walk(top)) {
        return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            .map(top::relativize)
            .filter(isWanted)
            .sorted()
            .map(file -> new Packed(name + file, top.resolve(file)))
            .toList();
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw QuartetException.badInput(
          "RESULTS_UNREADABLE",
          "%s cannot be listed (%s). Use an account that can read it.".formatted(folder, e),
          e);
    }
  }

  private static boolean isOfRun(Path file) {
    return file.getNameCount() == 1
        ? RECORDS.matcher(file.toString()).matches()
        : TAKEN.contains(file.getName(0).toString());
  }

  /** Start of the run, to the second, as logs write it; empty if it is not known. */
  private static String startAsInLogs(ResultsFolder run) {
    OptionalLong millis =
        new RunFiles(run)
            .run()
            .fold(
                RunDocument::startedUtcMillis,
                name -> OptionalLong.empty(),
                damage -> OptionalLong.empty());
    return millis.isEmpty()
        ? ""
        : LocalDateTime.ofInstant(Instant.ofEpochMilli(millis.getAsLong()), ZoneOffset.UTC)
            .format(DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT));
  }

  /** Packs a file from its first entry of this second or a later one; all of it without a start. */
  private static void pack(ZipOutputStream zip, Packed packed, String start) throws IOException {
    byte[] content;
    try {
      if (Files.size(packed.file()) > MOST_BYTES) {
        put(zip, packed.entry() + LEFT_OUT, Text.line("%,d bytes%n", Files.size(packed.file())));
        return;
      }
      content = since(start, Files.readAllBytes(packed.file()));
    } catch (IOException e) {
      put(zip, packed.entry() + LEFT_OUT, Text.line("cannot be read: %s%n", e));
      return;
    }
    if (content.length == 0 && packed.entry().startsWith(VERBS)) {
      return; // The verb has logged nothing since the start of the run.
    }
    zip.putNextEntry(new ZipEntry(packed.entry()));
    zip.write(content);
    zip.closeEntry();
  }

  /** A log from its first entry of that second or a later one; all of it if there is none. */
  static byte[] since(String start, byte[] content) {
    if (start.isEmpty()) {
      return content;
    }
    // Seconds are in the order of their texts.
    String text = new String(content, StandardCharsets.UTF_8);
    Matcher moment = MOMENT.matcher(text);
    while (moment.find()) {
      if (moment.group().compareTo(start) >= 0) {
        return text.substring(moment.start()).getBytes(StandardCharsets.UTF_8);
      }
    }
    return new byte[0];
  }

  private static void deletePart(Path archive) {
    try {
      Files.deleteIfExists(archive);
    } catch (IOException e) {
      // The message names the archive, and why it could not be written.
    }
  }

  private static void put(ZipOutputStream zip, String entry, String text) throws IOException {
    zip.putNextEntry(new ZipEntry(entry));
    zip.write(text.getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }
}
