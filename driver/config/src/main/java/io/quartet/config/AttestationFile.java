package io.quartet.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.config.internal.Interpolation;
import io.quartet.config.internal.SchemaCheck;
import io.quartet.config.internal.YamlDocument;
import io.quartet.model.QuartetException;
import io.quartet.model.QuartetException.Kind;
import io.quartet.model.TextFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The file of {@code audit --attest-40}, as a person writes it: its values and their places. */
public final class AttestationFile {

  private final String text;
  private final YamlDocument document;

  private AttestationFile(String text, YamlDocument document) {
    this.text = text;
    this.document = document;
  }

  /**
   * Reads a file that fits its schema. The environment has no say in it.
   *
   * @throws QuartetException of kind BAD_INPUT: FILE_NOT_FOUND, YAML_SYNTAX, DUPLICATE_KEY,
   *     UNKNOWN_KEY, MISSING_KEY, WRONG_VALUE
   */
  public static AttestationFile read(Path file) {
    String text = text(file);
    Interpolation asItIs = new Interpolation(name -> "${" + name + "}");
    YamlDocument document = YamlDocument.parse(file.toString(), text, asItIs);
    List<Problem> problems = new ArrayList<>(document.problems());
    SchemaCheck.ATTESTATION.problems(document.root()).stream()
        .filter(document::isOfItsOwn)
        .forEach(problems::add);
    if (!problems.isEmpty()) {
      throw document.error(problems);
    }
    return new AttestationFile(text, document);
  }

  private static String text(Path file) {
    try {
      return TextFile.read(file);
    } catch (TextFile.UnusableException e) {
      throw new QuartetException(
          Kind.BAD_INPUT,
          "FILE_NOT_FOUND",
          e.place()
              + ": the attestation cannot be read: "
              + e.getMessage()
              + ". Name another with --attest-40; examples/attestation/rule-40.yaml shows one.",
          e);
    }
  }

  /** The file as it is. */
  public String text() {
    return text;
  }

  /** Its values, which fit the schema. */
  public JsonNode values() {
    return document.root();
  }

  /** The error that reports what is wrong beyond the schema, with the place of each problem. */
  public QuartetException error(List<Problem> problems) {
    return document.error(problems);
  }
}
