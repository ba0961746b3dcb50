package io.quartet.cli.lab;

import picocli.CommandLine.Command;

/** {@code lab}: work on index profiles. */
@Command(
    name = "lab",
    description = "Tests index profiles on copies of loaded databases.",
    subcommands = VerifyCommand.class,
    synopsisSubcommandLabel = "verify",
    footer = {
      "  quartet lab verify covering laptop.yaml",
      "  quartet lab verify ./my-profile laptop.yaml --json"
    })
public final class LabCommand {}
