package io.quartet.provision.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quartet.model.plan.Storage;
import io.quartet.provision.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The deployment of a name, as recorded in {@code state.json} of the data folder.
 *
 * @param tablespaces folders of what lies on other disks, as the plan names them
 */
public record DeploymentState(
    Ownership ownership,
    long driverPid,
    String postgresBin,
    boolean isEmbedded,
    int port,
    int setsPerGroup,
    Map<Storage, String> tablespaces) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public DeploymentState {
    // Absent in what an older version wrote.
    tablespaces = tablespaces == null ? Map.of() : Map.copyOf(tablespaces);
  }

  /** Reads the state; empty if there is none or the driver died while it was being set up. */
  public static Optional<DeploymentState> read(Path file) throws IOException {
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(file), DeploymentState.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** The same with another owner. */
  public DeploymentState as(Ownership other) {
    return new DeploymentState(
        other, driverPid, postgresBin, isEmbedded, port, setsPerGroup, tablespaces);
  }

  /** Writes the state in one step. */
  public void write(Path file) throws IOException {
    WholeFile.write(file, JSON.writeValueAsBytes(this));
  }
}
