package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.QuartetException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Errors that a user must get. */
public final class Refusals {

  private Refusals() {}

  /** Asserts the code of an error, and parts of its message. */
  public static void assertRefused(ThrowingCallable verb, String code, String... parts) {
    assertThatThrownBy(verb)
        .isInstanceOfSatisfying(
            QuartetException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContainingAll(parts);
            });
  }
}
