package io.quartet.cli.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.model.Text;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** The files that a verb has written. */
public record WrittenFiles(List<Path> files) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public WrittenFiles {
    files = List.copyOf(files);
  }

  /** Prints them, one in a line, or as JSON. */
  public void print(PrintWriter out, boolean isJson) {
    if (isJson) {
      out.println(json().toPrettyString());
    } else {
      files.forEach(file -> out.print(Text.line("%s%n", file)));
    }
    out.flush();
  }

  /** {@code {files: [name]}}. */
  public ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    files.forEach(file -> json.withArray("files").add(file.toString()));
    return json;
  }
}
