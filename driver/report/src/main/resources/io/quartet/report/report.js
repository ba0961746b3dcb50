"use strict";
// Draws the charts of a Quartet report from the JSON in #chart-data. Nothing is fetched.
(function () {
  const data = JSON.parse(document.getElementById("chart-data").textContent);
  const css = getComputedStyle(document.documentElement);
  const color = (name) => css.getPropertyValue("--" + name).trim();
  const GROUPS = ["A", "B", "C", "D"];
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

  // Seconds are the times of the points, and the first of the columns.
  function draw(id, height, seconds, columns, series, options) {
    const host = document.getElementById(id);
    if (!host) return;
    if (!seconds.length) {
      host.textContent = "No samples were recorded.";
      return;
    }
    note(host, columns);
    const width = () => Math.max(280, host.clientWidth);
    const chart = new uPlot(
      Object.assign({
        width: width(),
        height,
        padding: [22, 12, 0, 0],
        plugins: [bands()],
        cursor: { sync: { key: sync.key }, focus: { prox: 24 }, drag: { x: true, y: false } },
        focus: { alpha: 0.25 },
        legend: { live: true },
        series: [{ label: "time", value: (u, v) => clock(v) }].concat(series),
      }, options),
      [seconds].concat(columns), host);
    charts.push({ chart, width, height });
  }

  // Stacked areas: each series is drawn on top of the ones before it, the legend shows its own value.
  function stacked(id, height, values, label) {
    const sums = data.seconds.map(() => 0);
    const columns = GROUPS.map((g) => values[g].map((v, i) => (sums[i] += v || 0)));
    const order = GROUPS.slice().reverse();
    const series = order.map((g) => ({
      label: "Group " + g,
      stroke: groupColor(g),
      fill: tint(groupColor(g), 0.45),
      width: 1,
      points: { show: false },
      value: (u, v, s, i) => (i == null ? "–" : (values[g][i] || 0).toFixed(1) + "/s"),
    }));
    const total = columns[columns.length - 1];
    series.push({ label: "all", stroke: "#14202b", width: 1.5, points: { show: false }, value: fixed(1, "/s") });
    draw(id, height, data.seconds, order.map((g) => columns[GROUPS.indexOf(g)]).concat([total]), series, {
      scales: { x: timeScale(data.seconds), y: { range: (u, min, max) => [0, (max || 1) * 1.08] } },
      axes: axes(label, 1),
    });
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

  stacked("chart-results", 300, data.results, "Trade-Results per second");
  withTargets("chart-shares", 300);
  stacked("chart-requests", 240, data.requests, "requests per second");
  percentiles("chart-p90-group", 240, data.p90ByGroup, groupColor, (g) => "Group " + g, "90th percentile, ms", false);
  percentiles("chart-p90-transaction", 300, data.p90ByTransaction, (n, i) => PALETTE[i % PALETTE.length], (n) => n, "90th percentile, ms", true);

  document.body.dataset.drawnAfterMs = Math.round(performance.now());

  const fit = (width) => charts.forEach((c) => c.chart.setSize({ width: width || c.width(), height: c.height }));
  let waiting = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => fit());
  });
  addEventListener("beforeprint", () => fit(690));
  addEventListener("afterprint", () => fit());
})();
