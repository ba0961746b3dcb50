package io.quartet.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.QuartetException;
import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class DatabasesTest {

  private static final DatabaseServer SERVER =
      new DatabaseServer(new VmSet(VmGroup.A, 1), VmRole.OLTP, "127.0.0.1", 5432);

  private static QuartetException errorOf(String state) {
    return Databases.unreachable(SERVER, new SQLException("what the server said", state));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"08001", "08006", "28P01", "53300", "57P01", "57P03"})
  void serverWithoutASessionIsUnreachable(String state) {
    assertThat(errorOf(state).code()).isEqualTo("DATABASE_UNREACHABLE");
    assertThat(errorOf(state))
        .hasMessage("a1-vm3 at 127.0.0.1:5432: what the server said. Is it up?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"25006", "42501", "53100", "57014"})
  void serverThatAnswersHasRefusedTheStatement(String state) {
    assertThat(errorOf(state).code()).isEqualTo("STATEMENT_REFUSED");
    assertThat(errorOf(state))
        .hasMessageContaining("what the server said (SQLSTATE " + state + "). Correct the cause");
  }

  @ParameterizedTest
  @CsvSource({"08006, true", "57014, true", "57P01, true", "55P03, true", "42601, false"})
  void statementThatTheServerEndsIsNotWrong(String state, boolean isEnded) {
    assertThat(Databases.isEnded(new SQLException("", state))).isEqualTo(isEnded);
  }

  @Test
  void lockOfAnotherSessionIsNamed() {
    assertThat(errorOf("55P03")).hasMessageContaining("Another session holds a lock");
    assertThat(errorOf("3D000").code()).isEqualTo("DATABASE_MISSING");
  }
}
