package io.quartet.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SliceRule;
import io.quartet.model.Text;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Dependencies point down only, packages have one subject and no cycles, and nothing outside the
 * command line prints or exits.
 */
@Tag("unit")
class ArchitectureTest {

  /** Packages of protobuf and of the templates. */
  private static final Set<String> GENERATED = Set.of("protocol", "templates");

  private static final String PACKAGE_INFO = "package-info.java";

  /** The comment that a file begins with, up to its first full stop before a blank. */
  private static final Pattern FIRST_SENTENCE =
      Pattern.compile("\\A/\\*\\*[\\s*]*([^\\s*@].*?\\.)\\s.*?\\*/", Pattern.DOTALL);

  private static final SliceAssignment PACKAGES =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
          return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
          return "packages";
        }
      };

  /** The classes that open files of a results folder. */
  private static final Set<String> FILES =
      Set.of(
          "io.quartet.results.LatencyLogs",
          "io.quartet.results.events.EventLog",
          "io.quartet.results.evidence.AcknowledgedCsv",
          "io.quartet.results.folder.Csv",
          "io.quartet.results.folder.CsvTable",
          "io.quartet.results.folder.ProcessesCsv",
          "io.quartet.results.folder.ResultsFolder",
          "io.quartet.results.folder.SchemaFile",
          "io.quartet.results.folder.StatsCsv",
          "io.quartet.results.lab.PlansFile");

  /**
   * Public classes outside {@code internal} that only their own module uses: {@code Provider}, in
   * the package above, makes the provider; the files of a results folder stay with their kind; the
   * statistics of many sides, for the page of an experiment, stay with those of a pair.
   */
  private static final Set<String> PUBLIC_FOR_THE_OWN_MODULE =
      Set.of(
          "io.quartet.provision.hosts.HostsProvider",
          "io.quartet.provision.install.TierAEnvironment",
          "io.quartet.report.compare.Pairings",
          "io.quartet.report.compare.RunSummary",
          "io.quartet.results.DriverCsv",
          "io.quartet.results.IntervalsCsv",
          "io.quartet.results.LatencyLogs",
          "io.quartet.results.PhasesCsv",
          "io.quartet.results.SqlStatesCsv",
          "io.quartet.results.folder.Csv",
          "io.quartet.results.folder.LatencyLogReader");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            // Test jars of other modules, which the option above does not know.
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.quartet");
  }

  @Test
  void modulesDependOnModulesBelowThem() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("model")
        .definedBy("io.quartet.model..")
        .layer("config")
        .definedBy("io.quartet.config..")
        .layer("books")
        .definedBy("io.quartet.books..")
        .layer("results")
        .definedBy("io.quartet.results..")
        .layer("audit")
        .definedBy("io.quartet.audit..")
        .layer("tiera")
        .definedBy("io.quartet.tiera..")
        .layer("emulator")
        .definedBy("io.quartet.emulator..")
        .layer("provision")
        .definedBy("io.quartet.provision..")
        .layer("run")
        .definedBy("io.quartet.run..")
        .layer("report")
        .definedBy("io.quartet.report..")
        .layer("cli")
        .definedBy("io.quartet.cli..")
        .whereLayer("model")
        .mayNotAccessAnyLayer()
        .whereLayer("config")
        .mayOnlyAccessLayers("model")
        .whereLayer("books")
        .mayOnlyAccessLayers("model")
        .whereLayer("results")
        .mayOnlyAccessLayers("model", "config", "books")
        .whereLayer("audit")
        .mayOnlyAccessLayers("model", "config", "books", "results")
        .whereLayer("tiera")
        .mayOnlyAccessLayers("model")
        .whereLayer("emulator")
        .mayOnlyAccessLayers("model", "books", "results", "tiera")
        .whereLayer("provision")
        .mayOnlyAccessLayers("model", "config", "results", "tiera")
        .whereLayer("run")
        .mayOnlyAccessLayers(
            "model", "config", "books", "results", "audit", "tiera", "emulator", "provision")
        .whereLayer("report")
        .mayOnlyAccessLayers("model", "config", "books", "results", "audit")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .check(classes);
  }

  /**
   * A package and the packages inside it may use each other, and so may a package and its
   * internals: the first offers what the others do.
   */
  @Test
  void packagesHaveNoCycles() {
    SliceRule rule = slices().assignedFrom(PACKAGES).should().beFreeOfCycles();
    Set<String> names = classes.stream().map(JavaClass::getPackageName).collect(Collectors.toSet());
    for (String outer : names) {
      for (String inner : names) {
        if (isInside(outer, inner)) {
          rule = ignoring(ignoring(rule, outer, inner), inner, outer);
        }
      }
    }
    rule.check(classes);
  }

  private static SliceRule ignoring(SliceRule rule, String from, String to) {
    return rule.ignoreDependency(resideInAPackage(from), resideInAPackage(to));
  }

  /** True for {@code a.b} and {@code a.b.c}, and for {@code a.b} and {@code a.internal.b}. */
  private static boolean isInside(String outer, String inner) {
    String offered = inner.replace(".internal", "");
    return !inner.equals(outer)
        && ((inner + ".").startsWith(outer + ".") || (offered + ".").startsWith(outer + "."));
  }

  @Test
  void everyPackageSaysItsSubject() throws IOException {
    List<String> problems = new ArrayList<>();
    int packages = 0;
    for (Path sources : mainSources()) {
      Map<String, Path> subjects = new HashMap<>();
      for (Path folder : packages(sources)) {
        packages++;
        String subject = subject(folder.resolve(PACKAGE_INFO));
        if (subject.isEmpty()) {
          problems.add(folder + ": no " + PACKAGE_INFO + " begins with a sentence");
        } else if (subjects.putIfAbsent(subject, folder) != null) {
          problems.add(folder + ": has the subject of " + subjects.get(subject));
        }
      }
    }

    assertThat(packages).isPositive();
    assertThat(problems).isEmpty();
  }

  private static List<Path> mainSources() throws IOException {
    Path driver = Path.of(System.getProperty("quartet.home"), "driver");
    try (Stream<Path> modules = Files.list(driver)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    }
  }

  /** Folders with classes. */
  private static List<Path> packages(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.endsWith(PACKAGE_INFO))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** First sentence of a comment, on one line; empty if there is none with a full stop. */
  private static String subject(Path packageInfo) throws IOException {
    if (!Files.exists(packageInfo)) {
      return "";
    }
    Matcher sentence = FIRST_SENTENCE.matcher(Files.readString(packageInfo));
    return sentence.find() ? sentence.group(1).replaceAll("\\s+\\*?\\s*", " ") : "";
  }

  @Test
  void nothingOutsideTheCommandLinePrints() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quartet.cli..")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(classes);
  }

  /** Its lines hold text of others, which may not end them. */
  @Test
  void commandLineFormatsWholeLines() {
    noClasses()
        .that()
        .resideInAPackage("io.quartet.cli..")
        .should()
        .callMethod(Text.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
        .check(classes);
  }

  @Test
  void nothingOutsideTheCommandLineExits() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quartet.cli..")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(classes);
  }

  @Test
  void internalsOfAModuleStayInside() {
    assertThat(classes)
        .allSatisfy(
            javaClass ->
                assertThat(javaClass.getDirectDependenciesFromSelf())
                    .extracting(Dependency::getTargetClass)
                    .filteredOn(target -> !module(target).equals(module(javaClass)))
                    .filteredOn(ArchitectureTest::isInternal)
                    .isEmpty());
  }

  /**
   * A module offers what another module or a template uses, and the types in the signatures of
   * that. The command line is used by no module, and the test kit by tests only.
   */
  @Test
  void publicClassesOutsideInternalAreUsedByAnotherModule() {
    Deque<JavaClass> seen = new ArrayDeque<>();
    for (JavaClass javaClass : classes) {
      for (Dependency use : javaClass.getDirectDependenciesFromSelf()) {
        boolean fromTemplate = isGenerated(javaClass.getPackageName());
        if (fromTemplate || !module(use.getTargetClass()).equals(module(javaClass))) {
          seen.add(use.getTargetClass());
        }
      }
    }
    Set<JavaClass> offered = new HashSet<>();
    while (!seen.isEmpty()) {
      JavaClass next = seen.remove();
      if (offered.add(next)) {
        seen.addAll(signatures(next));
      }
    }

    assertThat(classes)
        .filteredOn(JavaClass::isTopLevelClass)
        .filteredOn(javaClass -> javaClass.getModifiers().contains(JavaModifier.PUBLIC))
        .filteredOn(javaClass -> !isInternal(javaClass))
        .filteredOn(javaClass -> !Set.of("cli", "testkit").contains(module(javaClass)))
        .filteredOn(javaClass -> !isGenerated(javaClass.getPackageName()))
        .filteredOn(javaClass -> !offered.contains(javaClass))
        .extracting(JavaClass::getName)
        .containsExactlyInAnyOrderElementsOf(PUBLIC_FOR_THE_OWN_MODULE);
  }

  /** The supertypes of a class, the classes around it, and the types in its visible members. */
  private static Set<JavaClass> signatures(JavaClass javaClass) {
    Set<JavaClass> types = new HashSet<>(javaClass.getAllRawSuperclasses());
    types.addAll(javaClass.getAllRawInterfaces());
    javaClass.getEnclosingClass().ifPresent(types::add);
    for (JavaMember member : javaClass.getMembers()) {
      if (member.getModifiers().contains(JavaModifier.PUBLIC)) {
        types.addAll(member.getAllInvolvedRawTypes());
      }
    }
    types.removeIf(type -> !type.getPackageName().startsWith("io.quartet."));
    return types;
  }

  private static String module(JavaClass javaClass) {
    String[] packages = javaClass.getPackageName().split("\\.");
    return packages.length > 2 && packages[1].equals("quartet") ? packages[2] : "";
  }

  private static boolean isInternal(JavaClass javaClass) {
    return (javaClass.getPackageName() + ".").contains(".internal.");
  }

  private static boolean isGenerated(String packageName) {
    return GENERATED.contains(packageName.substring(packageName.lastIndexOf('.') + 1));
  }

  /** {@code tier-a} runs in place of this program, and keeps the environment of it. */
  @Test
  void childProcessesGetTheirEnvironmentInOnePlace() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.quartet.provision.internal.process.ChildProcess")
        .and()
        .doNotHaveFullyQualifiedName("io.quartet.cli.TierACommand")
        .should()
        .callConstructorWhere(
            describe(
                "a process is built",
                call -> call.getTargetOwner().isEquivalentTo(ProcessBuilder.class)))
        .orShould()
        .callMethodWhere(
            describe(
                "a process is executed",
                call ->
                    call.getTargetOwner().isEquivalentTo(Runtime.class)
                        && call.getName().equals("exec")))
        .check(classes);
  }

  /** Only {@code RunFiles} decides whether a file is present, absent or damaged. */
  @Test
  void filesOfAResultsFolderAreReadInOnePlace() {
    Set<String> readers = Set.of("read", "readPhases", "forEach", "forEachLine", "text", "json");
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quartet.results..")
        .should()
        .callMethodWhere(
            describe(
                "a file of a results folder is read",
                (JavaMethodCall call) ->
                    readers.contains(call.getName())
                        && FILES.contains(call.getTargetOwner().getName())))
        .check(classes);
  }

  /** Report and audit take their figures from the same objects, and so cannot disagree. */
  @Test
  void samplesAreReadInOnePlace() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quartet.results..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("io.quartet.results.folder.StatsCsv$Line")
        .check(classes);
  }
}
