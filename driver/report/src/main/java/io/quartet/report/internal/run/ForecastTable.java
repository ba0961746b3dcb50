package io.quartet.report.internal.run;

import io.quartet.audit.Rules;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Storage;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Judgment;
import io.quartet.report.section.Space.DatabaseGrowth;
import io.quartet.report.section.Space.FileSystemRoom;
import io.quartet.report.section.Space.Forecast;
import io.quartet.results.statistics.SpaceForecast;
import io.quartet.results.statistics.SpaceForecast.FileSystem;
import io.quartet.results.statistics.SpaceForecast.Part;
import java.util.List;

/** Room for sixty business days, as the rule works it out, by database and by file system. */
final class ForecastTable {

  private ForecastTable() {}

  static Forecast of(ReportData data) {
    if (data.plan().isEmpty()) {
      return unknown("run.json has no readable plan");
    }
    try {
      SpaceForecast forecast =
          SpaceForecast.of(data.folder(), data.figures(), data.samples().space());
      // Each by itself where the rule is judged: a minute's growth says nothing of sixty days.
      boolean isJudged = Judgment.of(data.check(Rules.SPACE)) != Judgment.NOT_JUDGED;
      return new Forecast(
          forecast.parts().stream()
              .map(Part::vm)
              .distinct()
              .map(vm -> growth(vm, forecast.parts()))
              .toList(),
          forecast.fileSystems().stream()
              .map(one -> new FileSystemRoom(one, isJudged ? judgment(one) : Judgment.NOT_JUDGED))
              .toList(),
          forecast.missing());
    } catch (QuartetException e) {
      return unknown("a file is damaged (" + data.folder().withoutPlace(e.getMessage()) + ")");
    }
  }

  private static Forecast unknown(String reason) {
    return new Forecast(List.of(), List.of(), List.of(reason));
  }

  private static DatabaseGrowth growth(String vm, List<Part> parts) {
    return new DatabaseGrowth(
        vm, perHour(vm, Storage.DATA, parts), perHour(vm, Storage.INDEX, parts));
  }

  private static double perHour(String vm, Storage storage, List<Part> parts) {
    return parts.stream()
        .filter(part -> part.vm().equals(vm) && part.storage() == storage)
        .mapToDouble(Part::bytesPerHour)
        .sum();
  }

  private static Judgment judgment(FileSystem fileSystem) {
    return fileSystem.isEnough() ? Judgment.PASS : Judgment.FAIL;
  }
}
