package io.quartet.config.internal;

import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;

/**
 * Reads YAML and also says which anchor or tag stands before a key or value: the parser it extends
 * keeps anchors of objects and lists only.
 */
final class EventParser extends YAMLParser {

  private static final Factory FACTORY = new Factory();

  private EventParser(
      IOContext context, int features, int yamlFeatures, LoaderOptions options, Reader reader) {
    super(context, features, yamlFeatures, options, null, reader);
  }

  static EventParser of(String text) throws IOException {
    return (EventParser) FACTORY.createParser(new StringReader(text));
  }

  /** True if the current key or value has an anchor ({@code &}) or is an alias ({@code *}). */
  boolean hasAnchor() {
    return _lastEvent instanceof NodeEvent node && node.getAnchor() != null;
  }

  /** True if the current key or value has a tag ({@code !}). */
  boolean hasTag() {
    return (_lastEvent instanceof ScalarEvent scalar && scalar.getTag() != null)
        || (_lastEvent instanceof CollectionStartEvent collection && collection.getTag() != null);
  }

  private static final class Factory extends YAMLFactory {

    private static final long serialVersionUID = 1;

    @Override
    protected YAMLParser _createParser(Reader reader, IOContext context) {
      return new EventParser(context, _parserFeatures, _yamlParserFeatures, _loaderOptions, reader);
    }
  }
}
