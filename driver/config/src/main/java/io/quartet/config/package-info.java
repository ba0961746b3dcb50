/**
 * Files that a user writes: the benchmark file, the experiment file and the attestation. Each is
 * read into types of the model, and every problem names its place in the file.
 */
package io.quartet.config;
