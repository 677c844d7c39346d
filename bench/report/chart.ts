// Draws the chart of docs/benchmarks.md: a panel for each tool, with one bar per peer. Plain SVG, readable on light and dark pages.

import { JOBS } from '../jobs/jobs.ts';
import { PEERS, YARDSTICK } from '../peers/list.ts';
import { shortNumber } from './figure.ts';
import { Ratios } from './ratios.ts';
import type { Comparison } from './results.ts';

const WIDTH = 880;
const LABEL_WIDTH = 300;
const VALUE_WIDTH = 64;
const ROW_HEIGHT = 20;
const BAR_HEIGHT = 13;
const PANEL_HEAD = 44;
const MARGIN = 16;

/** The bars have middle tones, which contrast with light and dark pages. The text follows the reader's color scheme. */
const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-size: 14px; font-weight: 600; }
  .value { font-variant-numeric: tabular-nums; }
  .ours-label { font-weight: 600; }
  .stateful { fill: #8b949e; }
  .fresh { fill: #3b82c4; }
  .ours { fill: #d9730d; }
  .one { stroke: #8b949e; stroke-dasharray: 3 3; }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3; } }
`;

interface Bar {
  readonly title: string;
  readonly ratio: number;
  readonly kind: 'stateful' | 'fresh' | 'ours';
}

/** The chart as SVG text: throughput as a ratio to Koa, with the number of connections nearest to 8. */
export const chartSvg = (comparison: Comparison): string => {
  const connections = chartConnections(comparison);
  const panels = JOBS.map((job) => ({ title: job.title, bars: barsOf(comparison, job.toolName, connections) })).filter(
    ({ bars }) => bars.length > 0,
  );
  let y = MARGIN;
  const parts = [legend(y)];
  y += 28;
  for (const { title, bars } of panels) {
    parts.push(panel(title, bars, y));
    y += PANEL_HEAD + bars.length * ROW_HEIGHT + MARGIN;
  }
  const description = `Calls per second of every peer as a ratio to Koa without a sandbox, at ${connections} connections`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" aria-label="${description}">
<title>${description}</title>
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`;
};

/** The measured number of connections nearest to 8. */
export const chartConnections = ({ cells }: Comparison): number =>
  [...new Set(cells.map(({ connections }) => connections))].sort((a, b) => Math.abs(a - 8) - Math.abs(b - 8))[0] ?? 8;

const barsOf = ({ cells, checks }: Comparison, toolName: string, connections: number): readonly Bar[] => {
  const ratios = new Ratios(cells);
  return PEERS.flatMap(({ name, title }): Bar[] => {
    const ratio = ratios.ratio(name, YARDSTICK, { toolName, connections });
    if (ratio === undefined) return [];
    const isFresh = checks.find(({ peer }) => peer === name)?.freshState;
    return [{ title, ratio, kind: name.startsWith('toolcell-') ? 'ours' : isFresh ? 'fresh' : 'stateful' }];
  });
};

const legend = (y: number): string =>
  [
    { kind: 'ours', text: 'Toolcell: fresh state, process boundary' },
    { kind: 'fresh', text: 'fresh state for every call' },
    { kind: 'stateful', text: 'state is kept between calls' },
  ]
    .map(
      ({ kind, text }, i) =>
        `<rect class="${kind}" x="${MARGIN + i * 280}" y="${y}" width="12" height="12" rx="2"/><text x="${MARGIN + 18 + i * 280}" y="${y + 10}">${text}</text>`,
    )
    .join('\n');

const panel = (title: string, bars: readonly Bar[], y: number): string => {
  const longest = Math.max(1, ...bars.map(({ ratio }) => ratio));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH - MARGIN) / longest;
  const top = y + PANEL_HEAD - 14;
  const oneX = LABEL_WIDTH + scale;
  const rows = bars.map(({ title: label, ratio, kind }, i) => {
    const rowY = top + i * ROW_HEIGHT;
    const width = Math.max(1, ratio * scale);
    const labelClass = kind === 'ours' ? ' class="ours-label"' : '';
    return `<text${labelClass} x="${LABEL_WIDTH - 8}" y="${rowY + 11}" text-anchor="end">${escaped(label)}</text>
<rect class="${kind}" x="${LABEL_WIDTH}" y="${rowY}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>
<text class="value" x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${rowY + 11}">${shortNumber(ratio)}</text>`;
  });
  return `<text class="title" x="${MARGIN}" y="${y + 16}">${escaped(title)}</text>
<line class="one" x1="${oneX.toFixed(1)}" x2="${oneX.toFixed(1)}" y1="${top - 4}" y2="${top + bars.length * ROW_HEIGHT}"/>
${rows.join('\n')}`;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
