package io.quartet.cli;

import picocli.CommandLine.IVersionProvider;

/** Version of the kit, from the manifest of its jar. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "quartet " + (version == null ? "(not packaged)" : version),
      "Java " + System.getProperty("java.version")
    };
  }
}
