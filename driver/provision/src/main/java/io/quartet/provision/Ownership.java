package io.quartet.provision;

/** Who ends the servers that {@link Provider#up} starts. */
public enum Ownership {
  /** They end with the driver, however it ends, and their data goes with them. */
  OWNED,
  /** They survive the driver; {@link Provider#down} ends them. */
  SURVIVING
}
