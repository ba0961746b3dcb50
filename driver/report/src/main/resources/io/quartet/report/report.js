"use strict";
// Draws the plots in #plots with uPlot. What they show is decided in Java (class Plot). Nothing is fetched.
(function () {
  const data = JSON.parse(document.getElementById("plots").textContent);
  const color = (name) => data.colors[name];
  const INK = color("ink");
  const TEXT = color("ink-3");
  const GRID = { stroke: color("grid"), width: 1 };
  const TICKS = { stroke: color("tick"), width: 1, size: 4 };
  const FONT = "px sans-serif";
  const DASHES = { SOLID: [], DASHED: [6, 4], DOTTED: [1, 4] };
  const WHOLE_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800, 86400];
  const HEADROOM = 1.08;
  const PAPER_WIDTH = 690;
  const SMALL_PAPER_WIDTH = 225;
  const sync = uPlot.sync("quartet");
  const charts = [];

  const clock = (s) => (s == null ? "" : Math.floor(s / 60) + ":" + String(Math.floor(s) % 60).padStart(2, "0"));
  // As Text.figure: four significant digits at most.
  const figure = (v, most) => {
    const whole = Math.trunc(Number(Math.abs(v).toPrecision(4))).toString().length;
    const decimals = Math.max(0, Math.min(most, 4 - whole));
    return v.toLocaleString("en-US", whole > 4
      ? { maximumSignificantDigits: 4 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  };
  const inUnit = (axis, v) => (v == null ? "–" : axis.kind === "TIME" ? clock(v) : figure(v, axis.decimals) + axis.unit);
  const isSmall = (plot) => plot.kind === "BINS";

  // A hook of uPlot whose changes of the pen end with it. Lengths of a canvas are in pixels of the device.
  const hook = (name, paint) => ({ hooks: { [name]: (u) => {
    u.ctx.save();
    paint(u, u.ctx, u.bbox, devicePixelRatio);
    u.ctx.restore();
  } } });

  function bands(plot) {
    return hook("drawClear", (u, ctx, bbox, px) => {
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top - 18 * px, bbox.width, bbox.height + 18 * px);
      ctx.clip();
      plot.bands.forEach((band) => {
        const from = u.valToPos(band.from, "x", true);
        const to = u.valToPos(band.to, "x", true);
        ctx.fillStyle = band.color;
        ctx.fillRect(from, bbox.top, to - from, bbox.height);
        ctx.fillStyle = TICKS.stroke;
        ctx.fillRect(from, bbox.top - 16 * px, Math.max(1, px * 0.5), bbox.height + 16 * px);
        ctx.fillStyle = band.isMeasured ? color("ink-2") : TEXT;
        ctx.font = (band.isMeasured ? "600 " : "") + 11 * px + FONT;
        ctx.textAlign = "center";
        ctx.textBaseline = "middle";
        if (ctx.measureText(band.label).width < to - from - 4 * px) {
          ctx.fillText(band.label, (from + to) / 2, bbox.top - 8 * px);
        }
      });
    });
  }

  const laneStep = (plot) => (plot.lanes.length > 16 ? 9 : 14);
  const lanesHeight = (plot) => (plot.lanes.length ? plot.lanes.length * laneStep(plot) + 14 : 0);

  function lanes(plot) {
    const step = laneStep(plot);
    return hook("draw", (u, ctx, bbox, px) => plot.lanes.forEach((lane, n) => {
      const middle = bbox.top + bbox.height - lanesHeight(plot) * px + (n * step + 10) * px;
      const half = ((step - 5) * px) / 2;
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = lane.color;
      ctx.font = Math.min(11, step) * px + FONT;
      ctx.textAlign = "right";
      ctx.textBaseline = "middle";
      ctx.fillText(lane.label, bbox.left - 6 * px, middle);
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.globalAlpha = 0.25;
      ctx.fillRect(bbox.left, middle - px / 2, bbox.width, px);
      ctx.globalAlpha = 1;
      ctx.lineWidth = 1.5 * px;
      lane.spans.forEach((span) => {
        const from = u.valToPos(span.from, "x", true);
        ctx.beginPath();
        if (lane.isSpans) {
          ctx.rect(from, middle - half, Math.max(3 * px, u.valToPos(span.to, "x", true) - from), 2 * half);
        } else {
          [[-half, 0], [0, -half], [half, 0], [0, half]].forEach(([dx, dy]) => ctx.lineTo(from + dx, middle + dy));
          ctx.closePath();
        }
        ctx.fillStyle = span.isFilled ? lane.color : color("paper");
        ctx.fill();
        ctx.stroke();
      });
      ctx.restore();
    }));
  }

  // Points have their names above them; other marks are lines from top to bottom.
  function marks(plot) {
    return hook("draw", (u, ctx, bbox, px) => plot.marks.forEach((mark, i) => {
      const x = u.valToPos(mark.at, "x", true);
      ctx.strokeStyle = ctx.fillStyle = INK;
      ctx.font = (plot.kind === "POINTS" ? "600 " : "") + 11 * px + FONT;
      if (plot.kind === "POINTS") {
        ctx.textAlign = "center";
        ctx.fillText(mark.label, x, u.valToPos(plot.series[0].values[i], "y", true) - 9 * px);
        return;
      }
      ctx.lineWidth = 1.2 * px;
      ctx.setLineDash(DASHES[mark.dash].map((d) => d * px));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top - 4 * px);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.textAlign = mark.isLabelBefore ? "right" : "left";
      // Names of bands stand above.
      ctx.fillText(mark.label, x + (mark.isLabelBefore ? -4 : 4) * px, bbox.top + (plot.bands.length ? 11 : -5) * px);
    }));
  }

  function across(plot) {
    const { x, at, bands: all } = plot;
    const first = all.length ? Math.min(at[0], all[0].from) : at[0];
    const last = all.length ? Math.max(at[at.length - 1], ...all.map((band) => band.to)) : at[at.length - 1];
    const whole = [x.from ?? first, x.to ?? last];
    // A zoom asks for its own part.
    const range = (u, min, max) => (min === at[0] && max === at[at.length - 1] ? whole : [min, max]);
    return { time: false, distr: x.kind === "LOGARITHMIC" ? 3 : 1, range };
  }

  function upright(plot) {
    const { y } = plot;
    if (y.kind === "LOGARITHMIC") return { distr: 3 };
    const below = lanesHeight(plot) / (plot.height - 70);
    return { range: (u, min, max) => {
      const top = y.to ?? (max || 1) * HEADROOM;
      return [below ? -below * top : y.from ?? Math.min(0, min || 0), top];
    } };
  }

  const isPowerOfTen = (v) => Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-9;
  const powersOfTen = (from, to) => [-1, 0, 1, 2, 3, 4, 5].map((power) => 10 ** power).filter((v) => v >= from && v <= to);
  const short = (millis) => (millis >= 1000 ? millis / 1000 + " s" : millis + " ms");

  function axes(plot) {
    const { x, y } = plot;
    const font = (isSmall(plot) ? 11 : 12) + FONT;
    const style = { stroke: TEXT, font, labelFont: font, labelSize: 20, ticks: isSmall(plot) ? { show: false } : TICKS };
    const number = (v) => (v == null ? "" : v.toLocaleString("en-US", { maximumFractionDigits: 2 }));
    const filter = (u, splits) => splits.map((v) => (y.kind === "LOGARITHMIC" ? (isPowerOfTen(v) ? v : null) : plot.lanes.length && v < 0 ? null : v));
    const ofX = { LINEAR: { values: (u, v) => v.map(number), grid: GRID, size: 40 },
      TIME: { values: (u, v) => v.map(clock), incrs: WHOLE_SECONDS, grid: { show: false }, space: 64, size: 28 },
      LOGARITHMIC: { splits: (u) => powersOfTen(u.scales.x.min, u.scales.x.max), values: (u, v) => v.map(short), grid: GRID, space: 30, size: 24 } };
    return [
      Object.assign({}, style, ofX[x.kind], x.title ? { label: x.title } : {}),
      Object.assign({}, style, { filter, grid: isSmall(plot) ? { show: false } : GRID, size: isSmall(plot) ? 40 : 52, space: isSmall(plot) ? 36 : 30,
        values: (u, v) => v.map((one) => number(one) + (isSmall(plot) ? y.unit : "")) }, y.title && !plot.lanes.length ? { label: y.title } : {}), // Lanes have their names there.
    ];
  }

  // Areas stand on those before them, and the last is drawn first, so that each covers the ones above it.
  function columns(plot) {
    if (plot.kind !== "STACKED") return plot.series.map((one) => one.values);
    const sums = plot.at.map(() => 0);
    const stacked = plot.series.map((one) => one.values.map((v, i) => (v == null ? null : (sums[i] += v))));
    return stacked.slice().reverse().concat(stacked.slice(-1));
  }

  function series(plot) {
    const paths = { STEPS: uPlot.paths.stepped({ align: -1 }), BINS: uPlot.paths.stepped({ align: 1 }), POINTS: () => null };
    const all = plot.series.map((one) => ({
      label: one.label,
      stroke: one.color,
      fill: one.fill,
      dash: DASHES[one.dash],
      width: one.fill ? 1 : 1.6,
      paths: paths[plot.kind],
      spanGaps: plot.kind === "JOINED",
      points: plot.kind === "POINTS" ? { show: true, size: 7, fill: one.color } : { show: false },
      value: (u, v, s, i) => inUnit(plot.y, i == null ? null : one.values[i]),
    }));
    if (plot.kind !== "STACKED") return all;
    const sum = { label: "all", stroke: INK, width: 1.5, points: { show: false }, value: (u, v) => inUnit(plot.y, v) };
    return all.reverse().concat([sum]);
  }

  // A place with a title of its own for each plot.
  function cell(place, plot) {
    if (isSmall(plot)) place.classList.add("multiples");
    const made = place.appendChild(document.createElement("div"));
    const name = made.appendChild(document.createElement("p"));
    name.className = "name";
    name.textContent = plot.title;
    return isSmall(plot) ? made : place.appendChild(document.createElement("div"));
  }

  // Says at the place of a chart what was drawn there, for tests that open the page.
  function note(place, plot) {
    const known = plot.series.reduce((sum, one) => sum + one.values.filter((v) => v != null).length, 0);
    place.dataset.series = Number(place.dataset.series || 0) + plot.series.length;
    place.dataset.points = Number(place.dataset.points || 0) + known;
  }

  function draw(plot) {
    const place = document.getElementById(plot.place);
    if (!place) return;
    if (!plot.at.length) {
      place.textContent = data.noSamples;
      return;
    }
    note(place, plot);
    const host = plot.title ? cell(place, plot) : place;
    const width = () => Math.max(isSmall(plot) ? 220 : 280, host.clientWidth);
    const height = plot.height + lanesHeight(plot);
    const isTime = plot.x.kind === "TIME";
    const borderOf = (dash) => (!dash.length ? "solid" : dash[0] < 3 ? "dotted" : "dashed");
    const chart = new uPlot({
      width: width(),
      height,
      padding: isTime ? [22, 12, 0, 0] : [18, 26, 0, 0],
      plugins: [bands(plot), lanes(plot), marks(plot)],
      cursor: isTime ? { sync: { key: sync.key }, focus: { prox: 24 }, drag: { x: true, y: false } } : { drag: { x: false, y: false } },
      focus: { alpha: isTime ? 0.25 : 1 },
      legend: { show: !isSmall(plot), live: true, markers: { dash: (u, i) => borderOf(u.series[i].dash || []) } },
      scales: { x: across(plot), y: upright(plot) },
      axes: axes(plot),
      series: [{ label: isTime ? "time" : plot.x.title.split(",")[0], value: (u, v) => (v == null && isTime ? "" : inUnit(plot.x, v)) }].concat(series(plot)),
    }, [plot.at].concat(columns(plot)), host);
    if (plot.kind === "STACKED") {
      // Drawn from the last Group to the first, listed as everywhere.
      chart.root.querySelectorAll(".u-series").forEach((row, i, all) => { row.style.order = i && i < all.length - 1 ? -i : ""; });
    }
    charts.push({ chart, width, height, paperWidth: isSmall(plot) ? SMALL_PAPER_WIDTH : PAPER_WIDTH });
  }

  data.plots.forEach(draw);
  document.body.dataset.drawnAfterMs = Math.round(performance.now());

  const fit = (isOnPaper) => charts.forEach((c) => c.chart.setSize({ width: isOnPaper ? c.paperWidth : c.width(), height: c.height }));
  let waiting = 0;
  addEventListener("resize", () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => fit());
  });
  // A folded chart has no width until its place opens. Paper shows what the page folds.
  document.addEventListener("toggle", () => fit(), true);
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("main details:not([open])")];
    folded.forEach((place) => { place.open = true; });
    fit(true);
  });
  addEventListener("afterprint", () => {
    folded.forEach((place) => { place.open = false; });
    fit();
  });
})();
