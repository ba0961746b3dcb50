package io.quartet.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.provision.DatabaseServer;
import io.quartet.provision.Deployment;
import io.quartet.run.database.LoadResult;
import io.quartet.run.database.LoadResult.Action;
import java.util.List;

/** The reports of loads and copies. */
public final class LoadResults {

  private LoadResults() {}

  /** The different things done, after asserting that there is one result for every database. */
  public static List<Action> actions(Deployment deployment, List<LoadResult> results) {
    assertThat(results)
        .map(LoadResult::vm)
        .isEqualTo(deployment.databases().stream().map(DatabaseServer::vm).toList());
    return results.stream().map(LoadResult::action).distinct().toList();
  }
}
