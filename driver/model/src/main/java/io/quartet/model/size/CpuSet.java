package io.quartet.model.size;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Processors of a machine by their numbers, as Linux lists them: {@code 0-3,8}.
 *
 * @param numbers ascending, each once; may be empty
 */
public record CpuSet(List<Integer> numbers) {

  /** No processor. */
  public static final CpuSet NONE = new CpuSet(List.of());

  private static final Pattern COMMA = Pattern.compile(",");

  public CpuSet {
    numbers = List.copyOf(new TreeSet<>(numbers));
  }

  /**
   * Reads a list of Linux.
   *
   * @param list numbers and ranges with commas between them; empty for no processor
   * @throws IllegalArgumentException if it is none, with the reason
   */
  public static CpuSet parse(String list) {
    List<Integer> numbers = new ArrayList<>();
    if (!list.isBlank()) {
      COMMA.splitAsStream(list.strip()).forEach(part -> add(part, numbers));
    }
    return new CpuSet(numbers);
  }

  private static void add(String range, List<Integer> numbers) {
    String[] ends = range.split("-", 2);
    int first = Integer.parseInt(ends[0]);
    int last = Integer.parseInt(ends[ends.length - 1]);
    if (first > last) {
      throw new IllegalArgumentException("'" + range + "' begins above its end");
    }
    for (int number = first; number <= last; number++) {
      numbers.add(number);
    }
  }

  /** How many. */
  public int size() {
    return numbers.size();
  }

  public boolean isEmpty() {
    return numbers.isEmpty();
  }

  /** Those of this set that another has too. */
  public CpuSet in(CpuSet other) {
    return new CpuSet(numbers.stream().filter(other.numbers::contains).toList());
  }

  /** Those of this set that another lacks. */
  public CpuSet notIn(CpuSet other) {
    return new CpuSet(numbers.stream().filter(number -> !other.numbers.contains(number)).toList());
  }

  /** The shortest list of Linux, for instance {@code 0-3,8}. */
  @Override
  public String toString() {
    StringBuilder list = new StringBuilder();
    for (int i = 0; i < numbers.size(); i++) {
      int first = numbers.get(i);
      while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
        i++;
      }
      int last = numbers.get(i);
      list.append(list.isEmpty() ? "" : ",").append(first);
      list.append(first == last ? "" : "-" + last);
    }
    return list.toString();
  }
}
