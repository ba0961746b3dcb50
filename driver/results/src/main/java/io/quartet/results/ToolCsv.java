package io.quartet.results;

import io.quartet.results.ToolProcess.Summary;
import io.quartet.results.folder.CsvTable;
import java.util.OptionalLong;

/** {@code tool.csv}: the processes of a tool, and whether their logs were read to the end. */
public final class ToolCsv {

  /** Name in the results folder. */
  public static final String NAME = "tool.csv";

  /** One row for each process. */
  public static final CsvTable<ToolProcess> TABLE =
      new CsvTable.Columns<ToolProcess>(NAME)
          .set(ToolProcess::set)
          .column("phase", ToolProcess::phase)
          .column("clients", ToolProcess::clients)
          .column("threads", ToolProcess::threads)
          .column("started_after_us", ToolProcess::startedAfterMicros)
          .column("first_after_us", process -> text(process.firstAfterMicros()))
          .column("clock_offset_us", ToolProcess::clockOffsetMicros)
          .column("committed", ToolProcess::committed)
          .column("failed", process -> text(process.failed()))
          .column("skipped", process -> text(process.skipped()))
          .column("retries", process -> text(process.retries()))
          .column("said_committed", process -> text(process.summary().committed()))
          .column("said_failed", process -> text(process.summary().failed()))
          .column("said_skipped", process -> text(process.summary().skipped()))
          .column("said_late", process -> text(process.summary().late()))
          .column("said_retries", process -> text(process.summary().retries()))
          .column("exit_code", ToolProcess::exitCode)
          .readBy(
              values ->
                  new ToolProcess(
                      values.set(),
                      values.text(),
                      (int) values.number(),
                      (int) values.number(),
                      values.number(),
                      values.numberIfAny(),
                      values.signedNumber(),
                      values.number(),
                      values.numberIfAny(),
                      values.numberIfAny(),
                      values.numberIfAny(),
                      new Summary(
                          values.numberIfAny(),
                          values.numberIfAny(),
                          values.numberIfAny(),
                          values.numberIfAny(),
                          values.numberIfAny()),
                      (int) values.number()));

  private ToolCsv() {}

  private static Object text(OptionalLong count) {
    return count.isPresent() ? count.getAsLong() : "";
  }
}
