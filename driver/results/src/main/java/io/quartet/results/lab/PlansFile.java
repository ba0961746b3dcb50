package io.quartet.results.lab;

import com.fasterxml.jackson.databind.JsonNode;
import io.quartet.results.folder.ResultsFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code plans/<moment>/<vm>.json}: what {@code quartet-lab plans} printed for one database. */
public final class PlansFile {

  private PlansFile() {}

  /** Name of the file of one VM in the results folder. */
  public static String name(PlanMoment moment, String vm) {
    return folder(moment) + "/" + vm + ".json";
  }

  /** Name of the folder of a moment in the results folder. */
  public static String folder(PlanMoment moment) {
    return "plans/" + moment.label();
  }

  /**
   * Replaces the file of one VM.
   *
   * @param text as it was printed
   */
  public static void write(ResultsFolder folder, PlanMoment moment, String vm, String text) {
    Path file = folder.file(name(moment, vm));
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw ResultsFolder.unwritable(file, e);
    }
    folder.replace(name(moment, vm), text);
  }

  /**
   * Reads the file of one VM.
   *
   * @throws io.quartet.model.QuartetException RESULTS_UNREADABLE
   */
  public static CapturedPlans read(ResultsFolder folder, PlanMoment moment, String vm) {
    String name = name(moment, vm);
    JsonNode document = folder.json(name);
    if (!document.path("statements").isArray()) {
      throw ResultsFolder.unreadable(folder.file(name), "lists no statements", null);
    }
    return CapturedPlans.of(document);
  }
}
