package io.quartet.run;

import io.quartet.config.BenchmarkFile;
import io.quartet.model.plan.ClientLoad;
import io.quartet.model.plan.DefinedTool;
import io.quartet.model.plan.ToolDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tools for tests. */
public final class TestTools {

  /** The definitions of the kit. */
  public static final Path EXAMPLES = Path.of(System.getProperty("quartet.home"), "examples/tools");

  private TestTools() {}

  /** A definition, as a benchmark file reads it. */
  public static ToolDefinition read(Path folder) throws IOException {
    Path file = Files.createTempFile("tool", ".yaml");
    try {
      Files.writeString(
          file, "name: x\nworkload: {kind: tool, definition: %s}\n".formatted(folder));
      return ((DefinedTool) BenchmarkFile.load(file).workload()).definition();
    } finally {
      Files.delete(file);
    }
  }

  /** The same as the load of one database by so many clients. */
  public static DefinedTool withClients(ToolDefinition definition, int clients) {
    return new DefinedTool(definition, ClientLoad.closed(1, clients), 7);
  }
}
