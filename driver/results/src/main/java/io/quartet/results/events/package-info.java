/**
 * The events of a run: the sealed types, their JSON and their log. It knows no statistics and no
 * files but {@code events.jsonl}.
 */
package io.quartet.results.events;
