// Examples from the documentation of qrcode, as tools.

import { defineTool } from '@toolcell/plugin';
import QRCode from 'qrcode';

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

export const qrSvg = defineTool(
  {
    description: 'The size of a code as SVG, and how it begins.',
    inputSchema: TEXT,
    outputSchema: {},
    examples: [
      {
        arguments: { text: 'https://example.com' },
        result: {
          begins: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 31 ',
          viewBox: '0 0 31 31',
          characters: 1503,
        },
      },
    ],
  },
  async ({ text }) => {
    const svg = await QRCode.toString(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'H' });
    return { begins: svg.slice(0, 56), viewBox: /viewBox="([^"]+)"/.exec(svg)?.[1], characters: svg.length };
  },
);

export const qrSegments = defineTool(
  {
    description: 'The version, the size and the modes of a code.',
    inputSchema: TEXT,
    outputSchema: {},
    examples: [
      { arguments: { text: 'ABC123' }, result: { version: 1, size: 21, dark: 224, modes: ['Alphanumeric'] } },
      {
        arguments: { text: 'こんにちは 12345' },
        result: { version: 2, size: 25, dark: 312, modes: ['Byte', 'Numeric'] },
      },
    ],
  },
  ({ text }) => {
    const { version, modules, segments } = QRCode.create(text);
    const modes = segments.map(({ mode }) => (mode as { readonly id?: string }).id);
    return { version, size: modules.size, dark: modules.data.reduce((sum, bit) => sum + bit, 0), modes };
  },
);
