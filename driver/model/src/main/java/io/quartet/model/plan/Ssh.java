package io.quartet.model.plan;

import java.util.Optional;

/**
 * Access of the collectors to prepared machines: through OpenSSH, without a password.
 *
 * @param user account there; empty leaves it to the configuration
 * @param configuration absolute file name of an OpenSSH client configuration; empty for that of
 *     this account
 */
public record Ssh(Optional<String> user, Optional<String> configuration) {}
