/**
 * What happened in a run: the sealed events, their JSON and their log. It knows no statistics and
 * no files but {@code events.jsonl}.
 */
package io.quartet.results.events;
