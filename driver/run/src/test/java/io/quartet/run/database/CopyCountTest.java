package io.quartet.run.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quartet.model.VmGroup;
import io.quartet.model.VmRole;
import io.quartet.model.VmSet;
import io.quartet.provision.DatabaseServer;
import io.quartet.run.progress.CopyProgress;
import io.quartet.run.progress.LoadListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class CopyCountTest {

  private static final DatabaseServer DSS = server(VmRole.DSS);
  private static final DatabaseServer OLTP = server(VmRole.OLTP);

  private final List<CopyProgress> heard = new ArrayList<>();
  private final CopyCount count =
      new CopyCount(
          true,
          Map.of(DSS, 100L, OLTP, 1_000L),
          new LoadListener() {
            @Override
            public void onCopy(CopyProgress progress) {
              heard.add(progress);
            }
          });

  private static DatabaseServer server(VmRole role) {
    return new DatabaseServer(new VmSet(VmGroup.A, 1), role, "127.1.1.2", 15_432);
  }

  private static CopyProgress progress(int done, long doneBytes) {
    return new CopyProgress(true, done, 2, doneBytes, 1_100);
  }

  @Test
  void partsOfADatabaseCountUntilItIsComplete() {
    count.addPart(OLTP, 300);
    count.addPart(DSS, 60);
    count.add(DSS);
    count.addPart(OLTP, 700);
    count.add(OLTP);
    assertThat(heard)
        .containsExactly(
            progress(0, 0),
            progress(0, 300),
            progress(0, 360),
            progress(1, 400),
            progress(1, 800),
            progress(2, 1_100));
  }

  @Test
  void progressNeverGoesBackNorBeyondTheSize() {
    count.addPart(OLTP, 300);
    count.addPart(OLTP, 300);
    count.addPart(OLTP, 200);
    count.addPart(OLTP, 1_200);
    count.add(OLTP);
    count.addPart(OLTP, 900);
    assertThat(heard)
        .containsExactly(progress(0, 0), progress(0, 300), progress(0, 1_000), progress(1, 1_000));
  }
}
