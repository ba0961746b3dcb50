package io.quartet.report.internal.write;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import io.quartet.report.section.Contents;

/**
 * Writes the text of templates in the words of a workload. What templates show of a run stays as it
 * is. Not thread-safe.
 */
final class WordedOutput extends OwaspHtmlTemplateOutput {

  private final TemplateOutput output;
  private final Contents contents;

  WordedOutput(TemplateOutput output, Contents contents) {
    super(output);
    this.output = output;
    this.contents = contents;
  }

  @Override
  public void writeContent(String text) {
    super.writeContent(contents.words(text));
  }

  /** Styles, scripts and data. */
  @Override
  public void writeUnsafeContent(String text) {
    output.writeContent(text);
  }
}
