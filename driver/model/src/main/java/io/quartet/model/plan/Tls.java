package io.quartet.model.plan;

/**
 * Files, all in PEM, with which two processes of Quartet prove to each other who they are: each
 * presents a certificate that the same authority has signed.
 *
 * @param authority certificate of the authority, absolute file name
 * @param certificate certificate of this side, absolute file name
 * @param key private key of this side (PKCS #8), absolute file name; readable by this account only
 */
public record Tls(String authority, String certificate, String key) {}
