// Examples from the documentation of JSZip, as tools.

import { defineTool } from '@toolcell/plugin';
import JSZip from 'jszip';

const FILES = {
  type: 'object',
  properties: { files: { type: 'object', additionalProperties: { type: 'string' } } },
  required: ['files'],
} as const;

export const zipRoundTrip = defineTool(
  {
    description: 'Files packed, compressed, and read again.',
    inputSchema: FILES,
    outputSchema: {},
    examples: [
      {
        arguments: {
          files: {
            'hello.txt': 'Hello World\n',
            'deep/ä.txt':
              'ünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünï',
          },
        },
        result: {
          'hello.txt': 'Hello World\n',
          'deep/': '',
          'deep/ä.txt':
            'ünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünïünï',
        },
      },
    ],
  },
  async ({ files }) => {
    const zip = new JSZip();
    for (const [name, text] of Object.entries(files)) zip.file(name, String(text));
    const packed = await zip.generateAsync({ type: 'base64', compression: 'DEFLATE' });
    const read = await JSZip.loadAsync(packed, { base64: true });
    const texts = await Promise.all(
      Object.values(read.files).map(async (file) => [file.name, await file.async('string')]),
    );
    return Object.fromEntries(texts);
  },
);

export const zipList = defineTool(
  {
    description: 'What an archive holds.',
    inputSchema: { type: 'object', properties: { base64: { type: 'string' } }, required: ['base64'] },
    outputSchema: {},
    examples: [
      {
        arguments: {
          base64:
            'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAYVBLAQIUAAoAAAAAAAAAIQAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAABhUEsFBgAAAAABAAEALwAAAB8AAAAAAA==',
        },
        result: [{ name: 'a', dir: false }],
      },
    ],
  },
  async ({ base64 }) => {
    const zip = await JSZip.loadAsync(Uint8Array.fromBase64(base64));
    return Object.values(zip.files).map(({ name, dir }) => ({ name, dir }));
  },
);

export const zipFolder = defineTool(
  {
    description: 'The first bytes of an archive with a folder, written as bytes.',
    inputSchema: FILES,
    outputSchema: {},
    examples: [
      {
        arguments: { files: { 'a.txt': 'a' } },
        result: { begins: [80, 75, 3, 4], length: 213, found: ['images/a.txt'] },
      },
    ],
  },
  async ({ files }) => {
    const zip = new JSZip();
    const folder = zip.folder('images');
    for (const [name, text] of Object.entries(files)) folder?.file(name, String(text));
    const bytes = await zip.generateAsync({ type: 'uint8array' });
    return {
      begins: [...bytes.slice(0, 4)],
      length: bytes.length,
      found: zip.file(/^images\//).map(({ name }) => name),
    };
  },
);
