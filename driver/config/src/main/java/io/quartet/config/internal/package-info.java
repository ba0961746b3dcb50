/**
 * Reading of YAML: places of its keys, variables, the JSON Schema, and the cells of an experiment.
 */
package io.quartet.config.internal;
