// Draws a recording as a terminal: plain SVG, which needs no script and no font of its own.

import { fileURLToPath } from 'node:url';
import type { Shown } from './record.ts';

export const PICTURE_FILE = fileURLToPath(new URL('../../docs/tour.svg', import.meta.url));

const COLUMNS = 100;
const COLUMN_WIDTH = 7.25;
const LINE_HEIGHT = 18;
const MARGIN = 16;
const PROMPT = '$ ';
const TITLE = 'A plugin is begun, tested, packed, served and called';

const STYLE = `
  rect { fill: #0d1117; }
  text { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; white-space: pre; }
  .command { fill: #ffffff; font-weight: 600; }
  .good { fill: #7ee787; }
  .left-out { fill: #8b949e; }
`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line in pieces of at most {@link COLUMNS} characters, cut behind a space if there is one in the second half. */
const wrap = (line: string): readonly string[] => {
  if (line.length <= COLUMNS) return [line];
  const space = line.lastIndexOf(' ', COLUMNS - 1);
  const end = space > COLUMNS / 2 ? space + 1 : COLUMNS;
  return [line.slice(0, end), ...wrap(line.slice(end))];
};

const kindOf = (line: string): string => {
  if (line.startsWith('✓')) return ' class="good"';
  return line === '…' ? ' class="left-out"' : '';
};

/** The recording as SVG text. */
export const draw = (recording: readonly Shown[]): string => {
  const lines = recording.flatMap(({ command, lines }) => [
    ...wrap(PROMPT + command).map((text) => ({ text, kind: ' class="command"' })),
    ...lines.flatMap((line) => wrap(line).map((text) => ({ text, kind: kindOf(line) }))),
    { text: '', kind: '' },
  ]);
  const [width, height] = [Math.ceil(COLUMNS * COLUMN_WIDTH) + 2 * MARGIN, lines.length * LINE_HEIGHT + MARGIN];
  const drawn = lines.flatMap(({ text, kind }, index) =>
    text === ''
      ? []
      : [`<text x="${MARGIN}" y="${MARGIN + (index + 1) * LINE_HEIGHT - 6}"${kind}>${escaped(text)}</text>`],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${TITLE}">
<title>${TITLE}</title>
<style>${STYLE}</style>
<rect width="${width}" height="${height}" rx="8"/>
${drawn.join('\n')}
</svg>
`;
};

/** A text without spaces and with marks for what differs each time: numbers, digests and ids. */
export const masked = (text: string): string =>
  text
    .replaceAll(/\s+/g, '')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/sha256-[0-9a-f]+/g, 'DIGEST')
    .replaceAll(/\d+(?:[.,]\d+)*/g, '#');

/** What a picture says, for comparing. */
export const comparable = (svg: string): string =>
  masked([...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text).join(''));
