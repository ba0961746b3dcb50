"use strict";
// Draws the charts of a Quartet report from the JSON in #chart-data. Nothing is fetched.
(function () {
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const css = getComputedStyle(document.documentElement);
  const color = (name) => css.getPropertyValue("--" + name).trim();
  const GROUPS = Object.keys(data.results);
  // Opaque, so that stacked areas do not shine through each other.
  const tint = (hex, white) => "#" + [1, 3, 5].map((i) => {
    const part = parseInt(hex.slice(i, i + 2), 16);
    return Math.round(part + (255 - part) * white).toString(16).padStart(2, "0");
  }).join("");
  const lastSecond = data.bands.length ? data.bands[data.bands.length - 1].to : null;
  const timeScale = (seconds) => ({ time: false, range: (u, min, max) =>
    (u.series && min === seconds[0] ? [Math.min(min, data.bands.length ? data.bands[0].from : min), lastSecond == null ? max : Math.max(max, lastSecond)] : [min, max]) });
  const groupColor = (group) => color(group.toLowerCase());
  const PALETTE = ["#0072b2", "#c8500a", "#00805f", "#8a3a86", "#5b6770", "#b38600", "#4aa3df", "#7a1f1f", "#5e8c2a", "#c2618f"];
  const sync = uPlot.sync("quartet");
  const charts = [];

  const clock = (s) => {
    if (s == null) return "";
    const whole = Math.floor(s);
    const minutes = Math.floor(whole / 60);
    return minutes + ":" + String(whole % 60).padStart(2, "0");
  };
  const fixed = (digits, unit) => (u, v) => (v == null ? "–" : v.toFixed(digits) + unit);

  // Shades the phases alternately, greys what is not measured and writes the name of each phase on top.
  function bands() {
    return {
      hooks: {
        drawClear: (u) => {
          const { ctx, bbox } = u;
          const px = devicePixelRatio;
          ctx.save();
          ctx.beginPath();
          ctx.rect(bbox.left, bbox.top - 18 * px, bbox.width, bbox.height + 18 * px);
          ctx.clip();
          data.bands.forEach((band, i) => {
            const from = u.valToPos(band.from, "x", true);
            const to = u.valToPos(band.to, "x", true);
            ctx.fillStyle = !band.isMeasured ? "#e9edf0" : i % 2 ? "#f6f8fa" : "#ffffff";
            ctx.fillRect(from, bbox.top, to - from, bbox.height);
            ctx.fillStyle = "#c9d1d8";
            ctx.fillRect(from, bbox.top - 16 * px, Math.max(1, px * 0.5), bbox.height + 16 * px);
            const names = { rampUp: "ramp-up", warmUp: "warm-up", rampDown: "down" };
            const label = names[band.name] || band.name;
            ctx.fillStyle = band.isMeasured ? "#4a5a68" : "#8a97a3";
            ctx.font = (band.isMeasured ? "600 " : "") + 11 * px + "px sans-serif";
            ctx.textAlign = "center";
            ctx.textBaseline = "middle";
            if (ctx.measureText(label).width < to - from - 4 * px) {
              ctx.fillText(label, (from + to) / 2, bbox.top - 8 * px);
            }
          });
          ctx.restore();
        },
      },
    };
  }

  function axes(label, digits, extra) {
    const grid = { stroke: "#e6eaee", width: 1 };
    const ticks = { stroke: "#c9d1d8", width: 1, size: 4 };
    const font = "12px sans-serif";
    return [
      { stroke: "#6b7a87", font, grid: { show: false }, ticks, values: (u, v) => v.map(clock), space: 64 },
      Object.assign({ stroke: "#6b7a87", font, labelFont: font, grid, ticks, label, labelSize: 20, size: 52,
        values: (u, v) => v.map((x) => (x == null ? "" : x.toLocaleString("en-US", { maximumFractionDigits: digits }))) }, extra || {}),
    ];
  }

  // Says at the place of a chart what was drawn there, for tests that open the page.
  function note(host, columns) {
    const place = host.closest(".plot").dataset;
    place.series = Number(place.series || 0) + columns.length;
    place.points = columns.reduce((sum, column) => sum + column.filter((v) => v != null).length, Number(place.points || 0));
  }

  // The square beside a name in the legend has a border like the line.
  const borderOf = (dash) => (!dash.length ? "solid" : dash[0] < 3 ? "dotted" : "dashed");

  // Seconds are the times of the points, and the first of the columns; an id may be an element, too.
  function draw(id, height, seconds, columns, series, options) {
    const host = typeof id === "string" ? document.getElementById(id) : id;
    if (!host) return;
    if (!seconds.length) {
      host.textContent = "No samples were recorded: intervals.csv or latency/*-response.hlog is missing or empty.";
      return;
    }
    note(host, columns);
    const width = () => Math.max(280, host.clientWidth);
    const chart = new uPlot(
      Object.assign({
        width: width(),
        height,
        padding: [22, 12, 0, 0],
        plugins: [bands()].concat((options || {}).overlays || []),
        cursor: { sync: { key: sync.key }, focus: { prox: 24 }, drag: { x: true, y: false } },
        focus: { alpha: 0.25 },
        legend: { live: true, markers: { dash: (u, i) => borderOf(u.series[i].dash || []) } },
        series: [{ label: "time", value: (u, v) => clock(v) }].concat(series),
      }, options),
      [seconds].concat(columns), host);
    charts.push({ chart, width, height, paperWidth: 690 });
  }

  // Stacked areas, each {label, color, values}: drawn on top of the ones before it, the legend shows its own value.
  function stacked(id, height, seconds, areas, unit, label, top) {
    const sums = seconds.map(() => 0);
    const columns = areas.map((area) => area.values.map((v, i) => {
      if (v != null) sums[i] += v;
      return v == null ? null : sums[i];
    }));
    const series = areas.map((area) => ({
      label: area.label,
      stroke: area.color,
      fill: tint(area.color, 0.45),
      width: 1,
      points: { show: false },
      value: (u, v, s, i) => (i == null || area.values[i] == null ? "–" : area.values[i].toFixed(1) + unit),
    })).reverse();
    const total = columns[columns.length - 1];
    series.push({ label: "all", stroke: "#14202b", width: 1.5, points: { show: false }, value: fixed(1, unit) });
    draw(id, height, seconds, columns.slice().reverse().concat([total]), series, {
      scales: { x: timeScale(seconds), y: { range: (u, min, max) => [0, top || (max || 1) * 1.08] } },
      axes: axes(label, 1),
    });
  }

  function stackedGroups(id, height, values, label) {
    const areas = GROUPS.map((g) => ({ label: "Group " + g, color: groupColor(g), values: values[g] }));
    stacked(id, height, data.seconds, areas, "/s", label);
  }

  function withTargets(id, height) {
    const stepped = uPlot.paths.stepped({ align: -1 });
    const columns = [];
    const series = [];
    GROUPS.forEach((g) => {
      columns.push(data.shares[g]);
      series.push({ label: "Group " + g, stroke: groupColor(g), width: 2, paths: stepped, points: { show: false }, value: fixed(1, " %") });
    });
    GROUPS.forEach((g) => {
      columns.push(data.targets[g]);
      series.push({ label: g + " target", stroke: groupColor(g), width: 1.5, dash: [4, 4], paths: stepped, points: { show: false }, value: fixed(0, " %") });
    });
    draw(id, height, data.seconds, columns, series, {
      scales: { x: timeScale(data.seconds), y: { range: (u, min, max) => [0, Math.max(10, Math.ceil((max || 10) / 10) * 10)] } },
      axes: axes("share of requests, %", 0),
    });
  }

  function percentiles(id, height, values, colorOf, labelOf, label, logarithmic) {
    const names = Object.keys(values);
    const columns = names.map((n) => values[n].map((v) => (logarithmic && v != null ? Math.max(v, 0.1) : v)));
    const series = names.map((n, i) => ({
      label: labelOf(n), stroke: colorOf(n, i), width: 1.6, points: { show: false }, spanGaps: true, value: fixed(1, " ms"),
    }));
    const y = logarithmic ? { distr: 3 } : { range: (u, min, max) => [0, (max || 1) * 1.08] };
    const extra = logarithmic ? { filter: (u, splits) => splits.map((v) => (Math.abs(Math.log10(v) % 1) < 1e-9 ? v : null)) } : {};
    draw(id, height, data.p90Seconds, columns, series, { scales: { x: timeScale(data.p90Seconds), y }, axes: axes(label, 1, extra) });
  }

  // Lines, each {label, color, dash, values}, joined where nothing happened between two values if isJoined.
  function lines(id, height, seconds, all, digits, unit, label, isJoined) {
    const series = all.map((line) => ({
      label: line.label, stroke: line.color, dash: line.dash, width: 1.6, points: { show: false }, spanGaps: isJoined, value: fixed(digits, unit),
    }));
    draw(id, height, seconds, all.map((line) => line.values), series, {
      scales: { x: timeScale(seconds), y: { range: (u, min, max) => [Math.min(0, min || 0), (max || 1) * 1.08] } },
      axes: axes(label, 2),
    });
  }

  // One small chart per transaction, all with the same logarithmic axis, so that they can be compared.
  function distributions(id, height) {
    const host = document.getElementById(id);
    if (!host) return;
    host.classList.add("multiples");
    const edges = data.distribution.edgesMillis;
    const short = (v) => (v >= 1000 ? v / 1000 + " s" : v + " ms");
    const precise = (v) => (v >= 1000 ? (v / 1000).toFixed(1) + " s" : v >= 10 ? v.toFixed(0) + " ms" : v.toFixed(1) + " ms");
    data.distribution.transactions.forEach((spread, n) => {
      const stroke = PALETTE[n % PALETTE.length];
      const cell = host.appendChild(document.createElement("div"));
      const name = cell.appendChild(document.createElement("p"));
      name.className = "name";
      name.textContent = spread.transaction;
      const mark = (u, millis, dash, text, align) => {
        const px = devicePixelRatio;
        const x = u.valToPos(millis, "x", true);
        u.ctx.strokeStyle = u.ctx.fillStyle = "#14202b";
        u.ctx.lineWidth = 1.2 * px;
        u.ctx.setLineDash(dash.map((d) => d * px));
        u.ctx.beginPath();
        u.ctx.moveTo(x, u.bbox.top - 4 * px);
        u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
        u.ctx.stroke();
        u.ctx.font = 11 * px + "px sans-serif";
        u.ctx.textAlign = align;
        u.ctx.fillText(text, x + (align === "left" ? 4 : -4) * px, u.bbox.top - 5 * px);
      };
      const marks = { hooks: { draw: (u) => {
        u.ctx.save();
        mark(u, spread.meanMillis, [4, 3], precise(spread.meanMillis), "right");
        mark(u, spread.p90Millis, [], precise(spread.p90Millis), "left");
        u.ctx.restore();
      } } };
      const width = () => Math.max(220, cell.clientWidth);
      // The last value closes the last bin.
      const chart = new uPlot({
        width: width(),
        height,
        padding: [18, 14, 0, 0],
        plugins: [marks],
        cursor: { drag: { x: false, y: false } },
        legend: { show: false },
        scales: { x: { time: false, distr: 3, range: () => [edges[0], edges[edges.length - 1]] }, y: { range: (u, min, max) => [0, (max || 1) * 1.05] } },
        series: [{}, { stroke, fill: tint(stroke, 0.6), width: 1.2, points: { show: false }, paths: uPlot.paths.stepped({ align: 1 }) }],
        axes: [
          { stroke: "#6b7a87", font: "11px sans-serif", grid: { stroke: "#e6eaee", width: 1 }, ticks: { show: false }, space: 30, size: 24,
            splits: () => [0.1, 1, 10, 100, 1000, 10000].filter((v) => v >= edges[0] && v <= edges[edges.length - 1]), values: (u, v) => v.map(short) },
          { stroke: "#6b7a87", font: "11px sans-serif", grid: { show: false }, ticks: { show: false }, size: 40, space: 36, values: (u, v) => v.map((x) => x + " %") },
        ],
      }, [edges, spread.percents.concat([0])], cell);
      note(host, [spread.percents]);
      charts.push({ chart, width, height, paperWidth: 225 });
    });
  }

  const PARTS = [["user", "#0b4f6c"], ["system", "#4aa3df"], ["iowait", "#b38600"], ["steal", "#a3182c"]];
  const WORDS = { user: "user", system: "system", iowait: "I/O wait", steal: "steal" };

  function processors(id, height) {
    const host = document.getElementById(id);
    if (!host) return;
    data.machine.processors.forEach((machine) => {
      if (data.machine.processors.length > 1) {
        const name = host.appendChild(document.createElement("p"));
        name.className = "name";
        name.textContent = machine.machine;
      }
      const areas = PARTS.map(([part, stroke]) => ({ label: WORDS[part], color: stroke, values: machine[part] }));
      stacked(host.appendChild(document.createElement("div")), height, data.machine.seconds, areas, " %", "processor time, %", 100);
    });
  }

  // Names of VMs are a1-vm3, or a-vm3 for all Sets of the Group.
  const ROLE_DASH = { 1: [1, 4], 2: [6, 4], 3: [] };
  const vmLine = (vm, values) => ({ label: vm, color: groupColor(vm[0]), dash: ROLE_DASH[vm[vm.length - 1]], values });

  function disks(id, height, figures, digits, unit, label) {
    const all = data.machine.disks.flatMap((disk, n) => figures.map(([figure, word, dash]) => ({
      label: disk.machine + " " + disk.device + word, color: PALETTE[n % PALETTE.length], dash, values: disk[figure],
    })));
    lines(id, height, data.machine.seconds, all, digits, unit, label, figures[0][0] === "awaitMillis");
  }

  // The throughput of all Groups, and below it a lane for each database.
  function checkpoints(id, curveHeight) {
    const lanes = data.checkpoints.databases;
    const step = lanes.length > 16 ? 9 : 14;
    const lanesHeight = lanes.length * step + 14;
    const total = data.seconds.map((s, i) => GROUPS.reduce((sum, g) => sum + (data.results[g][i] || 0), 0));
    const overlay = { hooks: { draw: (u) => {
      const { ctx, bbox } = u;
      const px = devicePixelRatio;
      const high = (step - 5) * px;
      ctx.save();
      lanes.forEach((lane, n) => {
        const middle = bbox.top + bbox.height - lanesHeight * px + (n * step + 10) * px;
        ctx.strokeStyle = ctx.fillStyle = groupColor(lane.group);
        ctx.font = Math.min(11, step) * px + "px sans-serif";
        ctx.textAlign = "right";
        ctx.textBaseline = "middle";
        ctx.fillText(lane.vm, bbox.left - 6 * px, middle);
        ctx.save();
        ctx.beginPath();
        ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
        ctx.clip();
        ctx.globalAlpha = 0.25;
        ctx.fillRect(bbox.left, middle - px / 2, bbox.width, px);
        ctx.globalAlpha = 1;
        ctx.lineWidth = 1.5 * px;
        lane.checkpoints.forEach((checkpoint) => {
          const from = u.valToPos(checkpoint.from, "x", true);
          const wide = Math.max(3 * px, u.valToPos(checkpoint.to, "x", true) - from);
          ctx.beginPath();
          if (lane.isFromLog) {
            ctx.rect(from, middle - high / 2, wide, high);
          } else {
            ctx.moveTo(from - high / 2, middle);
            ctx.lineTo(from, middle - high / 2);
            ctx.lineTo(from + high / 2, middle);
            ctx.lineTo(from, middle + high / 2);
            ctx.closePath();
          }
          ctx.fillStyle = checkpoint.kind === "timed" ? groupColor(lane.group) : "#ffffff";
          ctx.fill();
          ctx.stroke();
        });
        ctx.restore();
      });
      ctx.restore();
    } } };
    const height = curveHeight + lanesHeight;
    // The lanes take their share of the axis below 0.
    const below = lanesHeight / (curveHeight - 70);
    draw(id, height, data.seconds, [total], [{ label: "all Groups", stroke: "#14202b", width: 1.5, points: { show: false }, value: fixed(1, "/s") }], {
      scales: { x: timeScale(data.seconds), y: { range: (u, min, max) => [-below * (max || 1) * 1.08, (max || 1) * 1.08] } },
      axes: axes(null, 1, { filter: (u, splits) => splits.map((v) => (v < 0 ? null : v)) }),
      overlays: [overlay],
    });
  }

  // The steps of a ramp, throughput over response time, each point with the name of its phase.
  function steps(id, height) {
    const host = document.getElementById(id);
    if (!host) return;
    const { phases, meanResponseMillis, etps } = data.steps;
    note(host, [etps]);
    const names = { hooks: { draw: (u) => {
      const px = devicePixelRatio;
      u.ctx.save();
      u.ctx.fillStyle = "#14202b";
      u.ctx.font = "600 " + 11 * px + "px sans-serif";
      u.ctx.textAlign = "center";
      phases.forEach((name, i) => u.ctx.fillText(name, u.valToPos(meanResponseMillis[i], "x", true), u.valToPos(etps[i], "y", true) - 9 * px));
      u.ctx.restore();
    } } };
    const x = Object.assign(axes("mean response time, ms", 2)[1], { size: 40 });
    const width = () => Math.max(280, host.clientWidth);
    const upTo = (u, min, max) => [0, (max || 1) * 1.12];
    const chart = new uPlot({
      width: width(),
      height,
      padding: [14, 18, 0, 0],
      plugins: [names],
      cursor: { drag: { x: false, y: false } },
      legend: { live: true },
      scales: { x: { time: false, range: upTo }, y: { range: upTo } },
      axes: [x, axes("Trade-Results per second", 1)[1]],
      series: [
        { label: "mean response", value: fixed(2, " ms") },
        { label: "etps", stroke: PALETTE[0], paths: () => null, points: { show: true, size: 7, fill: PALETTE[0] }, value: fixed(1, "/s") },
      ],
    }, [meanResponseMillis, etps], host);
    charts.push({ chart, width, height, paperWidth: 690 });
  }

  steps("chart-steps", 260);
  stackedGroups("chart-results", 300, data.results, "Trade-Results per second");
  withTargets("chart-shares", 300);
  stackedGroups("chart-requests", 240, data.requests, "requests per second");
  distributions("chart-distribution", 150);
  percentiles("chart-p90-group", 240, data.p90ByGroup, groupColor, (g) => "Group " + g, "90th percentile, ms", false);
  percentiles("chart-p90-transaction", 300, data.p90ByTransaction, (n, i) => PALETTE[i % PALETTE.length], (n) => n, "90th percentile, ms", true);

  processors("chart-processors", 240);
  lines("chart-vm-processors", 300, data.machine.seconds, Object.entries(data.machine.vmProcessors).map(([vm, values]) => vmLine(vm, values)), 2, "", "processors busy", false);
  disks("chart-iops", 240, [["reads", " reads", []], ["writes", " writes", [6, 4]]], 1, "/s", "operations per second");
  disks("chart-mib", 240, [["readMib", " read", []], ["writeMib", " written", [6, 4]]], 2, " MiB/s", "MiB per second");
  disks("chart-await", 200, [["awaitMillis", "", []]], 2, " ms", "milliseconds");
  checkpoints("chart-checkpoints", 260);
  lines("chart-growth", 260, data.growth.seconds, data.growth.groups.flatMap((space) => [
    { label: "Group " + space.group + " tables", color: groupColor(space.group), values: space.tableMib },
    { label: space.group + " indexes", color: groupColor(space.group), dash: [6, 4], values: space.indexMib },
  ]), 2, " MiB", "MiB since the start", true);
  document.body.dataset.drawnAfterMs = Math.round(performance.now());

  const fit = (isOnPaper) => charts.forEach((c) => c.chart.setSize({ width: isOnPaper ? c.paperWidth : c.width(), height: c.height }));
  let waiting = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => fit());
  });
  addEventListener("beforeprint", () => fit(true));
  addEventListener("afterprint", () => fit());
})();
