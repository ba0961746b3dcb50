package io.quartet.orchestrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.orchestrate.LoadResult.Deed;
import io.quartet.orchestrate.provider.DatabaseServer;
import io.quartet.orchestrate.provider.Deployment;
import java.util.List;

/** What loads and copies say they did. */
final class LoadResults {

  private LoadResults() {}

  /** The different things done, after asserting that there is one result for every database. */
  static List<Deed> deeds(Deployment deployment, List<LoadResult> results) {
    assertThat(results)
        .map(LoadResult::vm)
        .isEqualTo(deployment.databases().stream().map(DatabaseServer::vm).toList());
    return results.stream().map(LoadResult::deed).distinct().toList();
  }
}
