/**
 * Benchmark of calls from Java to the native engine, in the package of the engine because those
 * calls are not public.
 */
package io.quartet.tiera.engine;
