package io.quartet.run.internal.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class DatabaseQueriesTest {

  private static List<String> names(int major) {
    return DatabaseQueries.of(major).stream().map(DatabaseQuery::name).toList();
  }

  @Test
  void viewsAreAskedForOnlyWhereTheyExist() {
    assertThat(names(14))
        .isEqualTo(names(15))
        .contains("pg_stat_bgwriter", "pg_stat_wal", "tables", "indexes", "sizes", "locks")
        .doesNotContain("pg_stat_io", "pg_stat_checkpointer");
    assertThat(names(16)).contains("pg_stat_io").doesNotContain("pg_stat_checkpointer");
    assertThat(names(17)).contains("pg_stat_io", "pg_stat_checkpointer", "pg_stat_bgwriter");
    assertThat(names(18)).isEqualTo(names(17)).doesNotHaveDuplicates();
  }
}
