package io.quartet.model;

import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.Map;

/** Copies of records, for tests that care for a few of many components. */
public final class Records {

  private Records() {}

  /**
   * The same record with other values of some components.
   *
   * @param changes values by name of the component
   * @throws IllegalArgumentException if there is no such component, or it is of another type
   */
  public static <T extends Record> T with(T record, Map<String, Object> changes) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    Map<String, Object> left = new HashMap<>(changes);
    try {
      for (int i = 0; i < components.length; i++) {
        String name = components[i].getName();
        types[i] = components[i].getType();
        values[i] =
            left.containsKey(name) ? left.remove(name) : components[i].getAccessor().invoke(record);
      }
      if (!left.isEmpty()) {
        throw new IllegalArgumentException(record.getClass() + " has no " + left.keySet());
      }
      @SuppressWarnings("unchecked") // The class of a T makes a T.
      Class<T> type = (Class<T>) record.getClass();
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(record.getClass() + " cannot be made anew", e);
    }
  }
}
