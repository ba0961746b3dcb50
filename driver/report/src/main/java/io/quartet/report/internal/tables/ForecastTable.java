package io.quartet.report.internal.tables;

import io.quartet.audit.Rules;
import io.quartet.model.QuartetException;
import io.quartet.model.plan.Storage;
import io.quartet.report.internal.data.ReportData;
import io.quartet.report.section.Judged;
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
      return new Forecast(List.of(), List.of(), List.of("run.json has no readable plan"));
    }
    try {
      return table(
          SpaceForecast.of(data.folder(), data.figures(), data.samples().space()),
          Judged.of(data.check(Rules.SPACE)) != Judged.NOT_JUDGED);
    } catch (QuartetException e) {
      return new Forecast(
          List.of(),
          List.of(),
          List.of("a file is damaged (" + data.folder().withoutPlace(e.getMessage()) + ")"));
    }
  }

  private static Forecast table(SpaceForecast forecast, boolean isJudged) {
    return new Forecast(
        forecast.parts().stream().map(Part::vm).distinct().map(vm -> growth(vm, forecast)).toList(),
        forecast.fileSystems().stream().map(each -> fileSystem(each, isJudged)).toList(),
        forecast.missing());
  }

  private static DatabaseGrowth growth(String vm, SpaceForecast forecast) {
    double tables = perHour(vm, Storage.DATA, forecast);
    double indexes = perHour(vm, Storage.INDEX, forecast);
    return new DatabaseGrowth(
        vm,
        Math.round(tables),
        Math.round(indexes),
        Math.round(SpaceForecast.needed(tables + indexes)));
  }

  private static double perHour(String vm, Storage storage, SpaceForecast forecast) {
    return forecast.parts().stream()
        .filter(part -> part.vm().equals(vm) && part.storage() == storage)
        .mapToDouble(Part::bytesPerHour)
        .sum();
  }

  /** Each by itself where the rule is judged: a minute's growth says nothing of sixty days. */
  private static FileSystemRoom fileSystem(FileSystem one, boolean isJudged) {
    Judged verdict = one.isEnough() ? Judged.PASS : Judged.FAIL;
    return new FileSystemRoom(
        one.mount(),
        Math.round(one.bytesPerHour()),
        Math.round(one.neededBytes()),
        Math.round(one.freeBytes()),
        isJudged ? verdict : Judged.NOT_JUDGED);
  }
}
