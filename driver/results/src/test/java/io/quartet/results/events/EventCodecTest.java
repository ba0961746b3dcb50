package io.quartet.results.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quartet.results.events.RunEvent.RunEnd;
import io.quartet.results.events.RunEvent.Unknown;
import io.quartet.results.events.RunEvent.VmTrouble;
import io.quartet.results.events.RunEvent.WorkerLost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class EventCodecTest {

  /** Every line that the kit writes. What is in files never changes its name or its place. */
  static final List<String> LINES =
      """
      "clockOffset","machine":"a1-vm3","offsetMicros":-1,"uncertaintyMicros":11
      "clockApart","machine":"worker 2 at 10.0.0.5:7500","offsetMicros":20000,"uncertaintyMicros":95
      "runStart","runId":"20261123-075154-demo"
      "phaseSwitch","phase":"rampUp"
      "phaseInEffect","phase":"1","afterMicros":324
      "phaseInEffect","worker":2,"phase":"1","afterMicros":11247
      "marketBacklog","set":"d1","phase":"rampDown","due":1,"open":1076
      "marketBacklog","worker":1,"set":"d1","phase":"2","due":0,"open":14
      "checkpoint","vm":"a1-vm3","timed":0,"requested":2
      "error","set":"a1","transaction":"Trade-Order","cause":"status -611","message":"<wrong>"
      "databaseLost","set":"a1","vm":"a1-vm3","reason":"it said \\"no\\"","waiting":4
      "tierALost","worker":2,"set":"a1","vm":"a1-vm1","reason":"refused","waiting":7
      "databaseSilent","set":"a1","vm":"a1-vm2","reason":"no answer for 5001 ms","waiting":1
      "databaseRestored","set":"a1","vm":"a1-vm3","lostMillis":1132,"failed":38
      "tierARestored","set":"a1","vm":"a1-vm1","lostMillis":4100,"failed":0
      "processEnded","vm":"a1-vm3","log":"one\\ntwo"
      "workerLost","worker":2,"address":"10.0.0.5:7500","reason":"cut","sets":["a2","b2"],\
      "lastReportUtcMillis":1795420399127
      "serverLockLost","vm":"a1-vm3","reason":""
      "serverLockRestored","vm":"a1-vm3","lostMillis":12
      "serverInUse","vm":"a1-vm3","holder":"quartet load (process 77 on other)"
      "serverKilled","vm":"a1-vm3"
      "serverRecovered","vm":"a1-vm3","afterMillis":1308
      "collectorFailed","vm":"host","reason":"exit code 2: no such file"
      "statisticsDenied","vm":"a1-vm3","source":"pg_stat_wal","reason":"permission denied"
      "statisticsMissing","vm":"a1-vm3","source":"waits","reason":"no such view"
      "runEnd"
      "runEnd","abortReason":"stopped"
      "stage","stage":"check after","millis":4995
      "plansMissing","vm":"a1-vm3","moment":"before","reason":"exit code 3: cannot connect"
      "cachesCleared","servers":["a1-vm2"],"pageCaches":[],"kept":["driver's machine: it may not"]
      "cacheWarmed","vm":"a1-vm2","bytes":8192,"allBytes":81920
      "quietStart","checkpointMillis":412,"withoutCheckpoint":["a1-vm2"],"waitedMillis":1003,\
      "disks":["vda"],"busy":[]
      "plannedEventBegan","title":"slow disk","on":"d1-vm3","plannedUtcMillis":1795420401000,\
      "begunUtcMillis":1795420401012,"exitCode":0,"output":""
      "plannedEventEnded","title":"slow disk","on":"d1-vm3","plannedUtcMillis":1795420461000,\
      "begunUtcMillis":1795420461003,"exitCode":1,"output":"the kernel refuses"
      "toolFailed","vm":"a1-vm3","phase":"2","exitCode":2,"output":"pgbench: error: no"
      """
          .lines()
          .map(fields -> "{\"utcMillis\":1795420401170,\"event\":" + fields + "}")
          .toList();

  @ParameterizedTest
  @FieldSource("LINES")
  void lineReadBecomesTheSameLine(String line) {
    LoggedEvent event = EventCodec.parse(line);
    assertThat(event.event()).isNotInstanceOf(Unknown.class);
    assertThat(EventCodec.toJson(event)).hasToString(line);
    assertThat(EventCodec.parse(EventCodec.toJson(event).toString())).isEqualTo(event);
  }

  @Test
  void everyEventHasALineHere() {
    assertThat(LINES.stream().map(line -> EventCodec.parse(line).event().name()))
        .containsAll(EventForm.ALL.keySet());
  }

  @Test
  void fieldsAreThoseOfTheRecord() {
    assertThat(EventCodec.parse(LINES.get(16)))
        .isEqualTo(
            new LoggedEvent(
                1_795_420_401_170L,
                OptionalInt.of(2),
                new WorkerLost("10.0.0.5:7500", "cut", List.of("a2", "b2"), 1_795_420_399_127L)));
    assertThat(EventCodec.parse(LINES.get(25)).event()).isEqualTo(new RunEnd(Optional.empty()));
    assertThat(EventCodec.parse(LINES.get(0)).event().fields())
        .isEqualTo(Map.of("machine", "a1-vm3", "offsetMicros", -1L, "uncertaintyMicros", 11L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"utcMillis\":5,\"event\":\"workerClockApart\",\"worker\":2,\"offsetMicros\":20000}",
        "{\"utcMillis\":5,\"event\":\"later\",\"list\":[1,{\"a\":null}],\"number\":1.5,\"text\":\"x\"}",
        "{\"utcMillis\":5,\"event\":\"later\",\"worker\":\"the second\"}",
        "{\"utcMillis\":5,\"event\":\"\"}"
      })
  void eventOfAnotherVersionLosesNothing(String line) {
    LoggedEvent event = EventCodec.parse(line);
    assertThat(event.event()).isInstanceOf(Unknown.class);
    assertThat(EventCodec.toJson(event)).hasToString(line);
  }

  @Test
  void fieldsMayBeMissingOrTooManyOrOfAnotherType() {
    assertThat(
            EventCodec.parse(
                "{\"event\":\"databaseLost\",\"vm\":\"a1-vm3\",\"waiting\":\"x\",\"later\":{}}"))
        .isEqualTo(
            new LoggedEvent(0, new VmTrouble(VmTrouble.Kind.DATABASE_LOST, "", "a1-vm3", "", 0)));
    assertThat(EventCodec.parse("{\"event\":\"workerLost\",\"sets\":7,\"reason\":[]}").event())
        .isEqualTo(new WorkerLost("", "", List.of(), 0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{\"utcMil", "no"})
  void whatIsNoObjectIsRefused(String line) {
    assertThatIllegalArgumentException().isThrownBy(() -> EventCodec.parse(line));
  }
}
