package io.quartet.results.statistics;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a disk is used for. A disk with several uses has them all in one role, because its figures
 * cannot be divided between them.
 *
 * @param contents in the order of {@link Content}; empty if nothing is known to lie there
 */
public record DiskRole(Set<Content> contents) implements Comparable<DiskRole> {

  /** Nothing is known to lie on the disk. */
  public static final DiskRole NONE = new DiskRole(Set.of());

  /** A use of a disk. */
  public enum Content {
    /** Tables. */
    DATA("data"),
    /** Indexes. */
    INDEX("indexes"),
    /** Write-ahead log. */
    WAL("WAL"),
    /** Mounted file systems that hold no part of a database, and the root file system. */
    SYSTEM("system");

    /** The parts of a database, each of which lies on some disk. */
    public static final List<Content> OF_DATABASES = List.of(DATA, INDEX, WAL);

    private final String label;

    Content(String label) {
      this.label = label;
    }

    /** For readers. */
    public String label() {
      return label;
    }
  }

  public DiskRole {
    contents = sorted(contents);
  }

  private static Set<Content> sorted(Collection<Content> contents) {
    Set<Content> sorted = EnumSet.noneOf(Content.class);
    sorted.addAll(contents);
    return Collections.unmodifiableSet(sorted);
  }

  /** Everything in this role and in another. */
  DiskRole with(DiskRole other) {
    Set<Content> both = EnumSet.noneOf(Content.class);
    both.addAll(contents);
    both.addAll(other.contents);
    return new DiskRole(both);
  }

  public boolean holds(Content content) {
    return contents.contains(content);
  }

  /** True if a part of a database lies there. */
  public boolean isOfDatabases() {
    return contents.stream().anyMatch(Content.OF_DATABASES::contains);
  }

  /** For readers, for instance {@code data, indexes}; empty text if nothing is known. */
  public String label() {
    return contents.stream().map(Content::label).collect(Collectors.joining(", "));
  }

  /** By the first use; of two with the same first, the one with fewer. */
  @Override
  public int compareTo(DiskRole other) {
    return order().compareTo(other.order());
  }

  private String order() {
    return contents.stream().map(one -> one.ordinal() + "").collect(Collectors.joining());
  }
}
