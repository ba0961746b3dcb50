package io.quartet.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dependencies point down only, and nothing outside the command line prints or exits. */
@Tag("unit")
class ArchitectureTest {

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
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
        .layer("measure")
        .definedBy("io.quartet.measure..")
        .layer("tiera")
        .definedBy("io.quartet.tiera..")
        .layer("emulator")
        .definedBy("io.quartet.emulator..")
        .layer("orchestrate")
        .definedBy("io.quartet.orchestrate..")
        .layer("report")
        .definedBy("io.quartet.report..")
        .layer("cli")
        .definedBy("io.quartet.cli..")
        .whereLayer("model")
        .mayNotAccessAnyLayer()
        .whereLayer("config")
        .mayOnlyAccessLayers("model")
        .whereLayer("measure")
        .mayOnlyAccessLayers("model", "config")
        .whereLayer("tiera")
        .mayOnlyAccessLayers("model")
        .whereLayer("emulator")
        .mayOnlyAccessLayers("model", "config", "measure", "tiera")
        .whereLayer("orchestrate")
        .mayOnlyAccessLayers("model", "config", "measure", "tiera", "emulator")
        .whereLayer("report")
        .mayOnlyAccessLayers("model", "config", "measure")
        .whereLayer("cli")
        .mayNotBeAccessedByAnyLayer()
        .check(classes);
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
  void internalsOfTheReportStayInside() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.quartet.report..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.quartet.report.internal..")
        .check(classes);
  }
}
