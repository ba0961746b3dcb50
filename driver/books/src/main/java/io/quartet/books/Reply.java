package io.quartet.books;

import io.quartet.model.Outcome;

/**
 * Facts about an answer that the bookkeeping needs.
 *
 * @param outcome how the transaction ended
 * @param status 0 right, positive warning, negative wrong answer
 * @param retries attempts that were thrown away before this end
 * @param roundTrips round trips to the database in all attempts
 * @param serviceMicros time Tier A spent on it, waits for a session excluded; 0 where no answer
 *     came
 */
public record Reply(Outcome outcome, int status, int retries, int roundTrips, long serviceMicros) {}
