package io.quartet.cli;

import io.quartet.model.QuartetVersion;
import picocli.CommandLine.IVersionProvider;

/** Version of the kit, from the manifest of its jar. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "quartet " + QuartetVersion.current(), "Java " + System.getProperty("java.version")
    };
  }
}
