package io.quartet.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quartet.model.VmGroup;
import io.quartet.model.VmSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

@Tag("unit")
class EndpointTest {

  private final Endpoint.Converter converter = new Endpoint.Converter();

  @Test
  void connectionStringNamesDatabaseAndRoleButNoPassword() {
    assertThat(converter.convert("127.1.1.2:15432").connectionString())
        .isEqualTo("host=127.1.1.2 port=15432 dbname=quartet user=quartet");
    assertThat(converter.convert("[::1]:5432").address()).isEqualTo("::1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1", ":5432", "host:", "host:70000", "host:x", "a b:1", "h user=x:1"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
  }

  @Test
  void databaseIsAnAddressOrADataSource() {
    DatabaseAddress.Converter databases = new DatabaseAddress.Converter();

    assertThat(databases.convert("127.1.1.2:15432").connectionString())
        .isEqualTo("host=127.1.1.2 port=15432 dbname=quartet user=quartet");
    assertThat(databases.convert("DSN=quartet-a1-vm2").connectionString())
        .isEqualTo("DSN=quartet-a1-vm2");
    for (String text : List.of("DSN=", "DSN=x;UID=y", "DSN=a b", "nowhere")) {
      assertThatThrownBy(() -> databases.convert(text)).isInstanceOf(TypeConversionException.class);
    }
  }

  @Test
  void setIsNamedByGroupAndNumber() {
    SetNameConverter sets = new SetNameConverter();

    assertThat(sets.convert("d12")).isEqualTo(new VmSet(VmGroup.D, 12));
    for (String text : List.of("", "a", "a0", "a251", "e1", "A1", "a1-vm1")) {
      assertThatThrownBy(() -> sets.convert(text)).isInstanceOf(TypeConversionException.class);
    }
  }
}
