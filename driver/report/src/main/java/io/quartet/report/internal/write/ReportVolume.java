package io.quartet.report.internal.write;

import java.util.List;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;

/**
 * The two documents for print of a run. Elements of the page belong to both, or only to the one
 * that their attribute {@code data-print} or that of the nearest element around them names.
 */
public enum ReportVolume {
  /** What a reader of the result needs, in few pages. */
  REPORT("report"),
  /** Everything else. */
  DISCLOSURE("disclosure");

  private static final String MARK = "data-print";

  private final String mark;

  ReportVolume(String mark) {
    this.mark = mark;
  }

  /** Name in the results folder. */
  public String file() {
    return mark + ".pdf";
  }

  /** Removes what the other document prints. A heading stays above any part of its section. */
  void keepIn(Element page) {
    page.addClass("in-" + mark);
    keep(page, true);
    for (Element link : page.select("a[href^=#]")) {
      if (page.getElementById(link.attr("href").substring(1)) == null) {
        link.replaceWith(new TextNode(link.text() + " in " + other().file()));
      }
    }
  }

  private ReportVolume other() {
    return this == REPORT ? DISCLOSURE : REPORT;
  }

  /**
   * @param isOurs whether text of the element itself is printed
   * @return whether anything of it is
   */
  private boolean keep(Element element, boolean isOurs) {
    boolean isKept = isOurs;
    for (Node node : List.copyOf(element.childNodes())) {
      if (node instanceof Element child) {
        boolean isChildOurs = child.hasAttr(MARK) ? child.attr(MARK).equals(mark) : isOurs;
        if (keep(child, isChildOurs)) {
          isKept = true;
        } else if (!child.normalName().equals("h2")) {
          child.remove();
        }
      } else if (!isOurs && !element.normalName().equals("h2")) {
        node.remove();
      }
    }
    return isKept;
  }
}
