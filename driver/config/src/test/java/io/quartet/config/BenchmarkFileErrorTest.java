package io.quartet.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quartet.model.QuartetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages about a wrong file, which are golden. */
@Tag("unit")
class BenchmarkFileErrorTest {

  @TempDir Path folder;

  private QuartetException error(String text) {
    return catchThrowableOfType(
        QuartetException.class, () -> BenchmarkFile.parse("run.yaml", text, folder, name -> null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          UNKNOWN_KEY   | lod: {users: 3}              | run.yaml:2:1: 'lod' is not a key. Did you mean 'load'?
          UNKNOWN_KEY   | users: 3                     | run.yaml:2:1: 'users' is not a key. Did you mean 'load.users'?
          UNKNOWN_KEY   | load: {user: 3}              | run.yaml:2:8: in load: 'user' is not a key. Did you mean 'users'?
          UNKNOWN_KEY   | market: {colour: 3}          | run.yaml:2:10: in market: 'colour' is not a key. Known keys here: flush, flushAfter.
          UNKNOWN_KEY   | mix: {TradeOrder: 3}         | run.yaml:2:7: in mix: 'TradeOrder' is not a key. Did you mean 'Trade-Order'?
          UNKNOWN_KEY   | timing: {rampUp: 5s, warmUp: 5s, phase: 6s, rampDown: 2s, phases: 6s} | run.yaml:2:59: in timing: 'phases' is not a key. Did you mean 'phase'?
          MISSING_KEY   | timing: {rampUp: 5s, warmUp: 5s, rampDown: 6s} | run.yaml:2:1: in timing: 'phase' is missing. Add it.
          WRONG_VALUE   | dataMaintenance: 60          | run.yaml:2:18: dataMaintenance is 60, but it needs a number with its unit: ms, s, m or h.
          WRONG_VALUE   | dataMaintenance: 60 sec      | run.yaml:2:18: dataMaintenance is '60 sec', but it needs a number with its unit: ms, s, m or h.
          WRONG_VALUE   | dataMaintenance: 0s          | run.yaml:2:18: dataMaintenance is '0s', but it must be longer than 0s and at most 1000h.
          WRONG_VALUE   | collect: {interval: 99999999999h} | run.yaml:2:21: collect.interval is '99999999999h', but it must be longer than 0s and at most 1000h.
          WRONG_VALUE   | timing: {rampUp: 5, warmUp: 5s, phase: 6s, rampDown: 2s} | run.yaml:2:18: timing.rampUp is 5, but it needs a number with its unit: ms, s, m or h.
          WRONG_VALUE   | timing: {rampUp: 5s, warmUp: 5s, phase: [6s, 7s], rampDown: 2s} | run.yaml:2:41: timing.phase has 2 lengths, but the run has 10 phases. Give one length for all, or one for each phase.
          WRONG_VALUE   | timing: {rampUp: 5s, warmUp: 5s, phase: [6s, 6s, 6s, 6s, 6s, 6s, 6s, 6s, 6s, 0s], rampDown: 2s} | run.yaml:2:78: timing.phase[9] is '0s', but it must be longer than 0s and at most 1000h.
          WRONG_VALUE   | timing: {rampUp: 5s, warmUp: 5s, phase: [6, 7s], rampDown: 2s} | run.yaml:2:42: timing.phase[0] is 6, but it needs a number with its unit: ms, s, m or h.
          WRONG_VALUE   | timing: {rampUp: 5s, warmUp: 5s, phase: {}, rampDown: 2s} | run.yaml:2:41: timing.phase is an empty group of keys, but it needs a number with its unit: ms, s, m or h, or a list.
          WRONG_VALUE   | timing: offical              | run.yaml:2:9: timing is 'offical', but it needs one of official, short, or at least the key phase. Did you mean 'official'?
          WRONG_VALUE   | provider: {memory: {dss: 512M}} | run.yaml:2:26: provider.memory.dss is '512M', but it needs a number from 1 to 999999999 with its unit: kB, MB or GB.
          WRONG_VALUE   | provider: {settings: {dss: {log_min_messages: panic}}} | run.yaml:2:29: provider.settings.dss.log_min_messages is set by Quartet and cannot be changed. Leave it out.
          WRONG_VALUE   | provider: {settings: {dss: {log_error_verbosity: verbose}}} | run.yaml:2:29: provider.settings.dss.log_error_verbosity is set by Quartet and cannot be changed. Leave it out.
          WRONG_VALUE   | provider: {settings: {oltp: {port: 1}}} | run.yaml:2:30: provider.settings.oltp.port is set by Quartet and cannot be changed. Leave it out.
          WRONG_VALUE   | provider: {settings: {oltp: {ssl_key_file: x}}} | run.yaml:2:30: provider.settings.oltp.ssl_key_file locates server files. Quartet chooses these places. Leave it out.
          WRONG_VALUE   | provider: {settings: {oltp: {archive_command: x}}} | run.yaml:2:30: provider.settings.oltp.archive_command may hold a password, and settings are published with the report. Leave it out.
          WRONG_VALUE   | provider: {settings: {oltp: {Jit: off}}} | run.yaml:2:30: provider.settings.oltp: 'Jit' is not a name of a PostgreSQL setting. Write it as in postgresql.conf, in small letters.
          WRONG_VALUE   | provider: {settings: {oltp: {checkpoint_segments: 256}}} | run.yaml:2:30: provider.settings.oltp.checkpoint_segments is not a setting of PostgreSQL 14 or newer. Use its successor max_wal_size, which may have another unit.
          WRONG_VALUE   | provider: {settings: {dss: {wal_keep_segments: 32}}} | run.yaml:2:29: provider.settings.dss.wal_keep_segments is not a setting of PostgreSQL 14 or newer. Use its successor wal_keep_size, which may have another unit.
          WRONG_VALUE   | provider: {sizes: {oltp: {settings: {stats_row_level: on}}}} | run.yaml:2:38: provider.sizes.oltp.settings.stats_row_level is not a setting of PostgreSQL 14 or newer. Use its successor track_counts, which may have another unit.
          WRONG_VALUE   | provider: {settings: {dss: {work_mem: [1]}}} | run.yaml:2:39: provider.settings.dss.work_mem is a list, but it needs a text in one line, a number, on or off.
          WRONG_VALUE   | load: {users: 0}             | run.yaml:2:15: load.users is 0, but it needs a whole number from 1 to 4096, or the keys from, step.
          WRONG_VALUE   | load: {users: many}          | run.yaml:2:15: load.users is 'many', but it needs a whole number from 1 to 4096, or the keys from, step.
          WRONG_VALUE   | load:                        | run.yaml:2:6: load is empty, but it needs some of the keys mode, users, rate, backlog, clients, threads, from, socket.
          WRONG_VALUE   | load: {mode: pased}          | run.yaml:2:14: load.mode is 'pased', but it needs one of closed, paced, ramp. Did you mean 'paced'?
          MISSING_KEY   | load: {mode: paced}          | run.yaml:2:1: in load: 'rate' is missing. With load.mode paced, give the trades per second to request.
          WRONG_VALUE   | load: {rate: 5 etps}         | run.yaml:2:8: load.rate applies to load.mode paced or ramp only. Set that, or leave it out.
          WRONG_VALUE   | load: {mode: paced, rate: 5} | run.yaml:2:27: load.rate is 5, but it needs a rate from 0.001 to 999999 in etps or tps, for instance 40 etps, or the keys from, step.
          WRONG_VALUE   | load: {mode: paced, rate: 0.0 etps} | run.yaml:2:27: load.rate is '0.0 etps', but it needs a rate from 0.001 to 999999 in etps or tps, for instance 40 etps, or the keys from, step.
          WRONG_VALUE   | load: {mode: paced, rate: {from: 5 etps, step: 5 etps}} | run.yaml:2:21: load.rate rises, which is for load.mode ramp and one of users and rate. Give a single value.
          WRONG_VALUE   | load: {mode: ramp}           | run.yaml:2:1: load.users does not rise. Give load.mode ramp {from: ..., step: ...} in users or rate.
          WRONG_VALUE   | load: {mode: ramp, users: {from: 4090, step: 1}} | run.yaml:2:20: load.users comes to 4099 in the last phase, but 4096 is the most. Lower the step.
          MISSING_KEY   | load: {mode: ramp, users: {from: 4}} | run.yaml:2:20: in load.users: 'step' is missing. Add it.
          WRONG_VALUE   | database: {indexes: covring}  | run.yaml:2:21: database.indexes is 'covring', but it needs one of plain, covering, wide-keys, clustered, minimal, or the path of a folder, with a slash. Did you mean 'covering'?
          WRONG_VALUE   | database: {indexes: 5}       | run.yaml:2:21: database.indexes is 5, but it needs one of plain, covering, wide-keys, clustered, minimal, or the path of a folder, with a slash.
          WRONG_VALUE   | profile: oficial             | run.yaml:2:10: profile is 'oficial', but it needs one of demo, custom, official. Did you mean 'official'?
          WRONG_VALUE   | mix: {Trade-Order: 10.15}    | run.yaml:2:20: mix.Trade-Order is 10.15, but it needs a number from 0 to 1000 in steps of 0.1.
          WRONG_VALUE   | mix: {Trade-Order: 0}        | run.yaml:2:1: every weight of the mix is 0. Give at least one transaction a weight.
          WRONG_VALUE   | phases: [[10, 20, 30]]       | run.yaml:2:10: phases[0] is a list, but it needs 4 values instead of 3.
          WRONG_VALUE   | phases: []                   | run.yaml:2:9: phases is an empty list, but it needs a list with at least one row and at most 1000.
          WRONG_VALUE   | phases: vldb2014             | run.yaml:2:9: phases is 'vldb2014', but it needs one of vldb2013, static, or a list, or a YAML or CSV file of rows, relative to this file. Did you mean 'vldb2013'?
          WRONG_VALUE   | growth: {untilTrades: 0}     | run.yaml:2:23: growth.untilTrades is 0, but it needs a whole number from 1 to 1000000000000.
          MISSING_KEY   | growth: {phases: 5}          | run.yaml:2:1: in growth: 'untilTrades' is missing. Add it.
          WRONG_VALUE   | caches: warmed               | run.yaml:2:9: caches is 'warmed', but it needs one of keep, clear, warm. Did you mean 'warm'?
          PHASE_SHARES  | phases: [[10, 20, 30, 41]]   | run.yaml:2:10: the shares of phase 1, 10/20/30/41, sum to 101. Make them sum to 100.
          WRONG_VALUE   | database: {activeLoadUnits: {A: 1, B: 1, C: 4, D: 1}} | run.yaml:2:45: database.activeLoadUnits.C is 4, but database.loadUnits.C loads only 3. A run uses at most what is loaded: lower it, or load more.
          MISSING_KEY   | database: {activeLoadUnits: {A: 1, B: 1, C: 1}} | run.yaml:2:12: in database.activeLoadUnits: 'D' is missing. Add it.
          WRONG_VALUE   | database: {activeLoadUnits: {A: 0, B: 1, C: 1, D: 1}} | run.yaml:2:33: database.activeLoadUnits.A is 0, but it needs a whole number from 1 to 10000.
          WRONG_VALUE   | engine: {access: jdbc}       | run.yaml:2:18: engine.access is 'jdbc', but it needs one of libpq, odbc, none. Did you mean 'odbc'?
          WRONG_VALUE   | engine: {statements: plane}  | run.yaml:2:22: engine.statements is 'plane', but it needs one of batched, plain.
          WRONG_VALUE   | engine: {odbcIni: odbc.ini}  | run.yaml:2:10: engine.odbcIni applies to engine.access odbc only. Set that, or leave it out.
          MORE_SETS_THAN_ADDRESSES | provider: {kind: hosts} | run.yaml:2:1: provider.hosts has no addresses for 4 of 4 Sets: a1, b1, c1, d1. Add them, or lower sets.
          WRONG_VALUE   | provider: {hosts: [{set: a1, tierA: "127.0.0.1:1", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:12: provider.hosts applies to provider.kind hosts only. Set that, or leave it out.
          WRONG_VALUE   | provider: {ssh: {}} | run.yaml:2:12: provider.ssh applies to provider.kind hosts only. Set that, or leave it out.
          WRONG_VALUE   | provider: {ssh: } | run.yaml:2:16: provider.ssh is empty, but it needs some of the keys user, configuration, hypervisors, others.
          WRONG_VALUE   | provider: {ssh: {user: -oProxyCommand}} | run.yaml:2:24: provider.ssh.user is '-oProxyCommand', but it needs a name of an account there, for instance quartet; only prepare needs privileges.
          UNKNOWN_KEY   | provider: {ssh: {port: 22}} | run.yaml:2:18: in provider.ssh: 'port' is not a key. Did you mean 'provider.port'?
          WRONG_VALUE   | provider: {hosts: [{set: a1, tierA: nowhere, dss: "h:2", oltp: "h:3"}]} | run.yaml:2:37: provider.hosts[0].tierA is 'nowhere', but it needs an address and a port, for instance 10.0.3.11:5432.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "2001:db8::1:5432", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA is '2001:db8::1:5432', but it needs an address and a port, for instance 10.0.3.11:5432. Did you mean '[2001:db8::1]:5432'?
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "2001:db8::1", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA is '2001:db8::1', but it needs an address and a port, for instance 10.0.3.11:5432. Did you mean '[2001:db8::1]:5432'?
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "[2001:db8:1]:5432", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA: 2001:db8:1 is not an IPv6 address. Correct it.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "[10.0.0.1]:5432", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA: brackets are for IPv6 addresses only. Correct it.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "999.1.1.1:5432", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA: 999.1.1.1 is not an IPv4 address: it needs four numbers from 0 to 255, without zeros before them. Correct it.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "10.0.1:5432", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA: 10.0.1 is not an IPv4 address: it needs four numbers from 0 to 255, without zeros before them. Correct it.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "10.0.0.1:65536", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA: port 65536 is not in 1..65535. Correct it.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "{{lookup('pipe','id')}}:1", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA is '{{lookup('pipe','id')}}:1', but it needs an address and a port, for instance 10.0.3.11:5432.
          WRONG_VALUE   | provider: {kind: hosts, hosts: [{set: a1, tierA: "-oProxyCommand=id:1", dss: "h:2", oltp: "h:3"}]} | run.yaml:2:50: provider.hosts[0].tierA is '-oProxyCommand=id:1', but it needs an address and a port, for instance 10.0.3.11:5432.
          WRONG_VALUE   | driver: {workers: 2} | run.yaml:2:19: driver.workers: 2 workers, but each worker needs at least one Set of every Group, and sets is 1. Use at most that many workers, or more Sets.
          MISSING_KEY   | driver: {workers: ["10.0.0.1:7500"]} | run.yaml:2:1: driver.tls is missing, but 10.0.0.1:7500 is not on this machine. Give it the files authority, certificate and key.
          WRONG_VALUE   | limits: {await: {wal: 0ms}} | run.yaml:2:23: limits.await.wal is '0ms', but it must be longer than 0s and at most 1000h.
          WRONG_VALUE   | limits: {await: {data: 5ms}, broken: stop} | run.yaml:2:38: limits.broken is 'stop', but it needs one of warn, fail.
          WRONG_VALUE   | events: [{name: a, at: {phase: 11}, run: [id]}] | run.yaml:2:32: events[0].at.phase is 11, but the run has phases 1 to 10. Name one of them, or rampUp, warmUp or rampDown.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1, after: 60s}, run: [id]}] | run.yaml:2:42: events[0].at.after is 60s, but this phase takes 60s. Shorten it, or name a later phase.
          WRONG_VALUE   | events: [{name: a, at: {phase: 2}, until: {phase: 1}, run: [id], undo: [id]}] | run.yaml:2:43: events[0].until is not later than its beginning. Set a later moment, or leave it out.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, until: {phase: 2}, run: [id]}] | run.yaml:2:36: events[0].until needs a command that takes the event back. Add undo, or leave until out.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: storage9, run: [id]}] | run.yaml:2:40: events[0].on is storage9, which is no VM of this plan, and no other machine of it. Name a VM such as a1-vm3, driver, a hypervisor, or a machine of provider.ssh.others.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: a1-vm1, action: kill}] | run.yaml:2:40: events[0].on is a1-vm1, but this action needs a VM with a database.
          WRONG_VALUE   | provider: {postgres: {version: 18, maven: 18.6.0}} | run.yaml:2:43: provider.postgres.maven and provider.postgres.version both say which PostgreSQL it is. Leave one of them.
          WRONG_VALUE   | provider: {postgres: {build: /pg}, postgresBin: /pg/bin} | run.yaml:2:49: provider.postgresBin and provider.postgres.build both say which PostgreSQL it is. Leave one of them.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: driver, action: {cpus: 1}}] | run.yaml:2:40: events[0].on is driver, but this action needs a VM. Name one, or use a command.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: a1-vm3, run: [id]}] | run.yaml:2:40: events[0].on is a1-vm3, but embedded VMs share the driver's machine. Write driver.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}}] | run.yaml:2:10: events[0] does nothing. Give it action, run or shell.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, run: [id], shell: id}] | run.yaml:2:10: events[0] has run and shell. Leave one of them.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, action: clearCaches, limit: 5s}] | run.yaml:2:57: events[0].limit belongs to a command, and action is none. Remove it.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, action: {processorHog: 1}}, {name: b, at: {phase: 2}, run: [id]}] | run.yaml:2:78: events[1].at lies within event 'a' on driver. One event at a time can be on a target: change at or until of one.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, run: [id]}, {name: a, at: {phase: 2}, run: [id]}] | run.yaml:2:55: events[1].name is also the name of another event. Give each its own name.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: a1-vm3, action: {disk: {writes: 20MB}}}] | run.yaml:2:72: events[0].action.disk.writes is '20MB', but it needs bytes or operations a second, for instance 20 MB/s or 500 IOPS.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, run: [id], limit: 0.4s}] | run.yaml:2:54: events[0].limit is shorter than 1s. Give the command more time.
          WRONG_VALUE   | events: [{name: a, at: {phase: 1}, on: a1-vm3, action: kill}, {name: b, at: {phase: 1}, on: a1-vm3, action: pause}] | run.yaml:2:77: events[1].at lies within event 'a' on a1-vm3. One event at a time can be on a target: change at or until of one.
          UNKNOWN_KEY   | disclosure: {sponser: me} | run.yaml:2:14: in disclosure: 'sponser' is not a key. Did you mean 'sponsor'?
          WRONG_VALUE   | disclosure: {available: soon} | run.yaml:2:25: disclosure.available is 'soon', but it needs a day such as 2026-03-01, from which all priced items can be bought.
          WRONG_VALUE   | pricing: {currency: EUR, validUntil: 2026-02-30, items: [{part: a, source: b, unitPrice: 1, quantity: 1}]} | run.yaml:2:38: pricing.validUntil is '2026-02-30', which is not a date. Write it like 2026-03-01.
          WRONG_VALUE   | disclosure: {available: 2026-02-30} | run.yaml:2:25: disclosure.available is '2026-02-30', which is not a date. Write it like 2026-03-01.
          WRONG_VALUE   | disclosure: {memory: 512} | run.yaml:2:22: disclosure.memory is 512, but it needs one line of 1 to 1000 characters, none of them a control character.
          WRONG_VALUE   | disclosure: {system: "a\\tb"} | run.yaml:2:22: disclosure.system is 'a\\u0009b', but it needs one line of 1 to 1000 characters, none of them a control character.
          WRONG_VALUE   | disclosure: {system: "one\\n"} | run.yaml:2:22: disclosure.system is 'one\\u000a', but it needs one line of 1 to 1000 characters, none of them a control character.
          UNKNOWN_KEY   | disclosure: {storage: {log: {redundancy: none}}} | run.yaml:2:24: in disclosure.storage: 'log' is not a key. Known keys here: data, index, wal.
          MISSING_KEY   | pricing: {items: [{part: a, source: b, unitPrice: 1, quantity: 1}]} | run.yaml:2:1: in pricing: 'currency' is missing. Say what the prices are in, for instance EUR.
          MISSING_KEY   | pricing: {currency: EUR} | run.yaml:2:1: in pricing: 'items' is missing. List what the system costs, or leave pricing out.
          MISSING_KEY   | pricing: {currency: EUR, items: [{part: a, source: b, quantity: 1}]} | run.yaml:2:26: in pricing.items[0]: 'unitPrice' is missing. Add it.
          WRONG_VALUE   | pricing: {currency: EUR, items: [{part: a, source: b, unitPrice: 1.005, quantity: 1}]} | run.yaml:2:66: pricing.items[0].unitPrice is 1.005, but it needs a number from 0 to 1000000000 in steps of 0.01.
          WRONG_VALUE   | pricing: {currency: EUR, items: [{part: a, source: b, unitPrice: 1, quantity: 0}]} | run.yaml:2:79: pricing.items[0].quantity is 0, but it needs a whole number from 1 to 1000000.
          WRONG_VALUE   | pricing: {currency: euro} | run.yaml:2:21: pricing.currency is 'euro', but it needs three capital letters, for instance EUR.
          DUPLICATE_KEY | name: again                  | run.yaml:2:1: 'name' was given before, at run.yaml:1:1. Keep one of them.
          ENV_UNSET     | load: {users: ${USERS}}      | run.yaml:2:15: the environment variable USERS is not set. Set it, or give a default: ${USERS:-value}.
          UNKNOWN_KEY   | laod: {users: 8}             | run.yaml:2:1: 'laod' is not a key. Did you mean 'load'?
          ENV_UNSET     | seed: ${SEED}                | run.yaml:2:7: the environment variable SEED is not set. Set it, or give a default: ${SEED:-value}.
          """)
  void messageNamesThePlaceTheFaultAndTheRemedy(String code, String line, String message) {
    QuartetException error = error("name: x\n" + line + "\n");

    assertThat(error).hasMessage(message);
    assertThat(error.code()).isEqualTo(code);
    assertThat(error.kind()).isEqualTo(QuartetException.Kind.BAD_INPUT);
  }

  @Test
  void everyVmNeedsAnAddressOfItsOwn() {
    assertThat(
            error(
                "name: x\nphases: [[100, 0, 0, 0]]\nprovider:\n  kind: hosts\n  hosts:\n"
                    + "    - {set: a1, tierA: '127.0.0.1:1', dss: 'h:2', oltp: 'h:2'}\n"))
        .hasMessage(
            "run.yaml:5:3: provider.hosts gives h:2 to two VMs. Give every VM its own address.");
  }

  @Test
  void guestOfNoVmIsNamed() {
    assertThat(
            error(
                "name: x\nprovider:\n  kind: hosts\n"
                    + "  ssh: {hypervisors: [{host: hv1, guests: {z9-vm2: x}}, {controller: y}]}\n"))
        .hasMessageContaining("provider.ssh.hypervisors[1]");
    assertThat(
            error(
                "name: x\nphases: [[100, 0, 0, 0]]\nprovider:\n  kind: hosts\n"
                    + "  hosts: [{set: a1, tierA: '127.0.0.1:1', dss: 'h:2', oltp: 'h:3'}]\n"
                    + "  ssh: {hypervisors: [{host: hv1, guests: {a2-vm2: x}}]}\n"))
        .hasMessage(
            "run.yaml:6:44: provider.ssh.hypervisors[0].guests.a2-vm2 is no VM of this plan. Write a"
                + " name like a1-vm2, or leave it out.");
  }

  @Test
  void hypervisorThatIsNoAddressIsNamed() {
    assertThat(
            error(
                "name: x\nprovider:\n  kind: hosts\n  ssh: {hypervisors: [1.2.3.04, '1::2::3']}\n"))
        .hasMessageContaining(
            "\nrun.yaml:4:23: provider.ssh.hypervisors[0]: 1.2.3.04 is not an IPv4")
        .hasMessageContaining(
            "\nrun.yaml:4:33: provider.ssh.hypervisors[1]: 1::2::3 is not an IPv6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name: \"x\\n\"",
        "name: x\ndataMaintenance: \"60s\\n\"",
        "name: x\nprovider: {ssh: {user: \"me\\n\"}}",
        "name: x\nprovider: {kernel: {vm.swappiness: \"1\\n\"}}",
        "name: x\nprovider: {settings: {oltp: {work_mem: \"4MB\\n\"}}}"
      })
  void valueThatEndsInALineFeedIsRefused(String text) {
    assertThat(error(text)).hasMessageContaining("\\u000a', but it needs ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oltp:\n      work_mem = 4MB\n      jit = off",
        "oltp: {work_mem = 4MB, jit: off}",
        "oltp:\n      jit: off\n      work_mem = 4MB   # of each sort\n      fsync: on",
        "oltp:\n      work_mem = 4MB\n      jit: off",
        "oltp:\n      - work_mem = 4MB"
      })
  void pastedAssignmentGetsTheFormToWrite(String settings) {
    assertThat(error("name: x\nprovider:\n  settings:\n    " + settings + "\n"))
        .hasMessageStartingWith("run.yaml:")
        .hasMessageEndingWith(" Write a colon in place of '=': 'work_mem: 4MB'.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "oltp:\n      work_mem 4MB\n      jit off",
        "oltp: {work_mem 4MB, jit: off}",
        "oltp:\n      - work_mem 4MB"
      })
  void pastedLineWithoutSignGetsTheFormToWrite(String settings) {
    assertThat(error("name: x\nprovider:\n  settings:\n    " + settings + "\n"))
        .hasMessageEndingWith(" Write a colon after the name: 'work_mem: 4MB'.");
  }

  @Test
  void rateNeedsTradesInTheMix() {
    assertThat(error("name: x\nmix: {Trade-Status: 1}\nload: {mode: paced, rate: 5 etps}\n"))
        .hasMessage(
            "run.yaml:3:21: load.rate asks for trades, but the mix has no Trade-Order. Give it a"
                + " weight.");
  }

  @Test
  void everyWorkerNeedsAUser() {
    assertThat(error("name: x\nsets: 5\nload: {users: 3}\ndriver: {workers: 4}\n"))
        .hasMessage(
            "run.yaml:4:19: driver.workers: 4 workers for 3 users. Use at most that many workers,"
                + " or more users.");
  }

  @Test
  void workersElsewhereNeedTierAsThatTheyReach() {
    assertThat(
            error(
                "name: x\nsets: 2\ndriver:\n  workers: ['127.0.0.1:7500', '10.0.0.1:7500']\n"
                    + "  tls: {authority: a, certificate: c, key: k}\n"))
        .hasMessageContaining("run.yaml:4:")
        .hasMessageContaining("10.0.0.1:7500 cannot reach embedded Tier A processes");
  }

  @Test
  void cachesAreClearedWhereQuartetMayRestartTheServers() {
    assertThat(
            error(
                "name: x\nphases: [[100, 0, 0, 0]]\ncaches: clear\nprovider:\n  kind: hosts\n"
                    + "  hosts: [{set: a1, tierA: '127.0.0.1:1', dss: '127.0.0.2:2', oltp: '127.0.0.3:3'}]\n"))
        .hasMessage(
            "run.yaml:3:9: caches: clear restarts the servers, and Quartet cannot restart those of"
                + " machines that you have prepared. Choose warm or keep, or let Quartet prepare the"
                + " machines (provider.prepare).");
    assertThat(error("name: x\ncaches: warm\nengine: {access: none}\n"))
        .hasMessageContaining("run.yaml:2:9: caches: engine.access is none");
  }

  @Test
  void everyProblemIsReportedAtOnce() {
    QuartetException error =
        error("name: x\nlod: 1\nload:\n  users: 0\nphases:\n  - [10, 20, 30, 40]\n");

    assertThat(error.getMessage().lines())
        .containsExactlyInAnyOrder(
            "run.yaml:2:1: 'lod' is not a key. Did you mean 'load'?",
            "run.yaml:4:10: load.users is 0, but it needs a whole number from 1 to 4096, or the keys from,"
                + " step.");
  }

  @Test
  void everyRowThatDoesNotSumTo100IsReportedWithItsLine() {
    QuartetException error =
        error(
            "name: x\nphases:\n  - [10, 20, 30, 40]\n  - [5, 5, 5, 5]\n  - [0.1, 0.2, 99.6, 0]\n");

    assertThat(error)
        .hasMessage(
            """
            run.yaml:4:5: the shares of phase 2, 5/5/5/5, sum to 20. Make them sum to 100.
            run.yaml:5:5: the shares of phase 3, 0.1/0.2/99.6/0, sum to 99.9. Make them sum to 100.\
            """);
  }

  @Test
  void missingNameIsReportedAtTheTop() {
    assertThat(error("sets: 1")).hasMessage("run.yaml:1:1: 'name' is missing. Add it.");
    assertThat(error("")).hasMessageStartingWith("run.yaml:1:1: the file is empty, but it needs");
  }

  @Test
  void nameThatCannotNameAFolderIsRefused() {
    assertThat(error("name: ../x"))
        .hasMessage(
            "run.yaml:1:7: name is '../x', but it needs letters, digits and hyphens, at most 40;"
                + " names the provider's folder and the results.");
  }

  @Test
  void brokenYamlIsReportedWithItsLine() {
    QuartetException error = error("name: x\nload: {users: 3\nseed: 1\n");

    assertThat(error.code()).isEqualTo("YAML_SYNTAX");
    assertThat(error).hasMessageStartingWith("run.yaml:3:");
  }

  @Test
  void indentationByATabIsShown() {
    assertThat(error("name: x\nload:\n\tusers: 3\n"))
        .hasMessageStartingWith("run.yaml:")
        .hasMessageEndingWith(" A tab indents 'users: 3'. Use spaces.");
  }

  @Test
  void fileOfAnExperimentIsRecognized() {
    QuartetException error = error("name: x\nbase: a.yaml\nvary: {seed: [1, 2]}\n");
    assertThat(error.code()).isEqualTo("OTHER_KIND_OF_FILE");
    assertThat(error).hasMessageContaining("Run it with quartet experiment");
  }

  @Test
  void secondDocumentIsRefused() {
    assertThat(error("name: x\n---\nname: y\n").code()).isEqualTo("YAML_SYNTAX");
  }

  @Test
  void phaseFileErrorsNameThatFileAndLine() throws IOException {
    Path csv = Files.writeString(folder.resolve("p.csv"), "A,B,C,D\n10,20,30,40\n10,20,30,45\n");
    Path yaml = Files.writeString(folder.resolve("p.yml"), "- [10, 20, 30, 40]\n- [10, 20, 30]\n");

    assertThat(error("name: x\nphases: p.csv"))
        .hasMessage(
            csv + ":3:1: the shares of phase 2, 10/20/30/45, sum to 105. Make them sum to 100.");
    assertThat(error("name: x\nphases: p.yml"))
        .hasMessage(yaml + ":2:3: phase 2 needs four numbers, the shares of A, B, C and D.");
    assertThat(error("name: x\nphases: none.csv").code()).isEqualTo("PHASE_FILE");
  }

  @Test
  void missingFileSaysHowToMakeOne() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> BenchmarkFile.load(folder.resolve("none.yaml")))
        .withMessageContaining("'quartet init' writes one")
        .satisfies(error -> assertThat(error.code()).isEqualTo("FILE_NOT_FOUND"));
  }

  @Test
  void unknownExampleSuggestsTheNearest() {
    assertThatExceptionOfType(QuartetException.class)
        .isThrownBy(() -> BenchmarkFile.example("laptp"))
        .withMessage(
            "--example: there is no example 'laptp'. Choose one of laptop, demo, pgbench, official, hosts, machines, experiment, profile."
                + " Did you mean 'laptop'?");
  }
}
