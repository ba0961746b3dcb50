package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.run.internal.LoadedState;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which copy is restored, and how a copy is named. */
@Tag("unit")
class ProfileCopiesTest {

  private static final String COVERING = "c0".repeat(32);
  private static final String PLAIN = "a1".repeat(32);
  private static final String OF_PLAIN = "quartet_snapshot_a1a1a1a1a1a1";

  private static Map<String, String> rows(long seed) {
    return Map.of("load_units", "1", "seed", Long.toString(seed));
  }

  private static LoadedState state(long seed, String name, String hash) {
    return new LoadedState(rows(seed), name, hash, true, true);
  }

  private static ProfileCopies copies(Map<String, LoadedState> states) {
    return new ProfileCopies(new TreeMap<>(states));
  }

  @Test
  void firstCopyHasThePlainNameAndThoseOfOtherProfilesTheirHash() {
    LoadedState covering = state(42, "covering", COVERING);
    LoadedState plain = state(42, "plain", PLAIN);
    ProfileCopies one = copies(Map.of(ProfileCopies.FIRST, covering));

    assertThat(copies(Map.of()).nameFor(plain)).isEqualTo(ProfileCopies.FIRST);
    assertThat(one.nameFor(covering)).isEqualTo(ProfileCopies.FIRST);
    assertThat(one.nameFor(plain)).isEqualTo(OF_PLAIN);
    assertThat(one.nameFor(state(42, "my-own", COVERING))).isEqualTo(ProfileCopies.FIRST);
    assertThat(copies(Map.of(ProfileCopies.FIRST, covering, OF_PLAIN, plain)).nameFor(plain))
        .isEqualTo(OF_PLAIN);
  }

  @Test
  void fittingCopyIsPreferredAndOneOfTheSameRowsIsTheNext() {
    LoadedState covering = state(42, "covering", COVERING);
    LoadedState plain = state(42, "plain", PLAIN);
    ProfileCopies both = copies(Map.of(ProfileCopies.FIRST, covering, OF_PLAIN, plain));

    assertThat(both.best(plain)).contains(OF_PLAIN);
    assertThat(both.best(covering)).contains(ProfileCopies.FIRST);
    assertThat(both.best(state(42, "my-own", "b".repeat(64)))).contains(ProfileCopies.FIRST);
    assertThat(both.best(state(43, "plain", PLAIN))).isEmpty();
    assertThat(both.outdated(plain)).isEmpty();
    assertThat(both.outdated(state(43, "plain", PLAIN)))
        .containsExactly(ProfileCopies.FIRST, OF_PLAIN);
  }

  @Test
  void copyOfAnOlderLoaderIsReplacedAndNotChanged() {
    LoadedState older = new LoadedState(rows(42), "plain", PLAIN, false, true);
    ProfileCopies copies = copies(Map.of(ProfileCopies.FIRST, older));
    LoadedState covering = state(42, "covering", COVERING);

    assertThat(copies.best(covering)).isEmpty();
    assertThat(copies.nameFor(covering)).isEqualTo(ProfileCopies.FIRST);
    assertThat(copies.outdated(covering)).containsExactly(ProfileCopies.FIRST);
    assertThat(copies.best(state(42, "plain", PLAIN))).contains(ProfileCopies.FIRST);
  }
}
