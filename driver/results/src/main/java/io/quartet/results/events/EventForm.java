package io.quartet.results.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quartet.results.events.RunEvent.Unknown;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The written form of one event. A component of the record is a field of the same name. A record in
 * a record gives its own fields, the kind gives the name of the event, and an empty {@link
 * Optional} gives nothing.
 *
 * @param type record
 * @param kind its first component; null of a record with one name
 */
record EventForm(Class<?> type, Enum<?> kind, Written written) {

  /** All that is ever written, by name. */
  static final Map<String, EventForm> ALL =
      new TreeMap<>(
          Stream.of(RunEvent.class.getPermittedSubclasses())
              .filter(type -> type != Unknown.class)
              .flatMap(EventForm::of)
              .collect(Collectors.toMap(form -> form.written().as(), form -> form)));

  private static final Map<Object, String> NAMES =
      ALL.values().stream()
          .collect(
              Collectors.toMap(
                  form -> form.kind == null ? form.type : form.kind, form -> form.written.as()));

  private static Stream<EventForm> of(Class<?> type) {
    Class<?> first = type.getRecordComponents()[0].getType();
    return first.isEnum()
        ? Stream.of(first.getEnumConstants())
            .map(kind -> (Enum<?>) kind)
            .map(kind -> new EventForm(type, kind, written(kind)))
        : Stream.of(new EventForm(type, null, type.getAnnotation(Written.class)));
  }

  private static Written written(Enum<?> kind) {
    try {
      return kind.getDeclaringClass().getField(kind.name()).getAnnotation(Written.class);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException("every constant is a field", e);
    }
  }

  /** The name that an event is written under. */
  static String name(RunEvent event) {
    Object first = value(event.getClass().getRecordComponents()[0], event);
    return NAMES.get(first instanceof Enum<?> ? first : event.getClass());
  }

  /** The fields of a record, in their order. */
  static Map<String, Object> fields(Object event) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (RecordComponent component : event.getClass().getRecordComponents()) {
      Object value = value(component, event);
      if (value instanceof Record) {
        fields.putAll(fields(value));
      } else if (value instanceof Optional<?> optional) {
        optional.ifPresent(present -> fields.put(component.getName(), present));
      } else if (!(value instanceof Enum<?>)) {
        fields.put(component.getName(), value);
      }
    }
    return fields;
  }

  private static Object value(RecordComponent component, Object event) {
    try {
      return component.getAccessor().invoke(event);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("every component can be read", e);
    }
  }

  /** The event of these fields; some may be missing, and others are passed over. */
  RunEvent read(ObjectNode fields) {
    return (RunEvent) read(type, fields);
  }

  private Object read(Class<?> record, ObjectNode fields) {
    RecordComponent[] components = record.getRecordComponents();
    Object[] values = new Object[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      if (types[i].isEnum()) {
        values[i] = kind;
      } else if (types[i].isRecord()) {
        values[i] = read(types[i], fields);
      } else {
        values[i] = value(types[i], fields.path(components[i].getName()));
      }
    }
    try {
      return record.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("every record can be made", e);
    }
  }

  private static Object value(Class<?> type, JsonNode node) {
    if (type == String.class) {
      return node.asText();
    } else if (type == long.class) {
      return node.asLong();
    } else if (type == List.class) {
      List<String> texts = new ArrayList<>();
      node.forEach(element -> texts.add(element.asText()));
      return List.copyOf(texts);
    } else if (type == Optional.class) {
      return node.isMissingNode() ? Optional.empty() : Optional.of(node.asText());
    }
    throw new IllegalStateException("no event has a field of " + type);
  }
}
