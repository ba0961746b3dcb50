package io.quartet.config;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Path;

/** {@code profile.yaml} of an index profile, as far as the driver needs it. */
public final class IndexProfile {

  private static final String FILE = "profile.yaml";

  private IndexProfile() {}

  /**
   * The base of a profile, as {@code database.indexes} names a profile.
   *
   * @param folder of the profile
   * @throws QuartetException INDEX_PROFILE if the file cannot be read, or names no base
   */
  public static String base(Path folder) {
    Path file = folder.resolve(FILE);
    Path real;
    String base;
    try {
      // A link to a profile has the base of the profile: quartet-load counts from there too.
      real = folder.toRealPath();
      base = new YAMLMapper().readTree(file.toFile()).path("base").asText("");
    } catch (IOException e) {
      throw QuartetException.badInput(
          "INDEX_PROFILE",
          "%s cannot be read (%s). Name the folder of a profile.".formatted(file, e.getMessage()),
          e);
    }
    if (base.isEmpty()) {
      throw QuartetException.badInput(
          "INDEX_PROFILE",
          "%s: this profile has no base to compare it with. Name a profile with a base."
              .formatted(file));
    }
    return base.contains("/") ? real.resolve(base).normalize().toString() : base;
  }
}
