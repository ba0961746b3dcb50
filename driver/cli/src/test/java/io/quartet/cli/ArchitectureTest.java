package io.quartet.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
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
import io.quartet.model.Text;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Dependencies point down only, packages stay small, and nothing outside the command line prints or
 * exits.
 */
@Tag("unit")
class ArchitectureTest {

  /** Packages of protobuf and of the templates. */
  private static final Set<String> GENERATED = Set.of("protocol", "templates");

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
          "io.quartet.report.compare.Comparability",
          "io.quartet.report.compare.Drift",
          "io.quartet.report.compare.Pairing",
          "io.quartet.report.compare.Pairings",
          "io.quartet.report.compare.RunSummary",
          "io.quartet.report.compare.Side",
          "io.quartet.results.DriverCsv",
          "io.quartet.results.IntervalsCsv",
          "io.quartet.results.LatencyLogs",
          "io.quartet.results.PhasesCsv",
          "io.quartet.results.SqlStatesCsv",
          "io.quartet.results.folder.Csv",
          "io.quartet.results.folder.JsonText",
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

  /** Packages beside each other; a package and its internals may use each other. */
  @Test
  void siblingPackagesHaveNoCycles() {
    slices()
        .matching("io.quartet.(*).(*)..")
        .that(describe("are offered", slice -> !slice.getNamePart(2).equals("internal")))
        .should()
        .beFreeOfCycles()
        .check(classes);
    slices().matching("io.quartet.(*).internal.(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void packagesHoldAtMostTwentySixFiles() {
    Map<String, Long> files =
        classes.stream()
            .filter(JavaClass::isTopLevelClass)
            .map(JavaClass::getPackageName)
            .filter(name -> !isGenerated(name))
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

    assertThat(files).isNotEmpty();
    files.values().removeIf(count -> count <= 26);
    assertThat(files).isEmpty();
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
