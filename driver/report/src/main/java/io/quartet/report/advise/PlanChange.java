package io.quartet.report.advise;

import java.util.List;

/**
 * A statement whose plan differs. Costs are the planner's, of the whole statement; buffers and
 * milliseconds are means of one execution, null where none was captured.
 *
 * @param role {@code OLTP} or {@code DSS}
 * @param vms databases on which it differs so; figures are means of them
 * @param before how each table was read
 * @param after how each table is read
 */
public record PlanChange(
    String role,
    String transaction,
    String statement,
    List<String> vms,
    String before,
    String after,
    Double costBefore,
    Double costAfter,
    Double buffersBefore,
    Double buffersAfter,
    Double millisecondsBefore,
    Double millisecondsAfter) {

  public PlanChange {
    vms = List.copyOf(vms);
  }
}
