// Writes plugins into temporary folders, for the tests of the command line.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes files, given by their paths inside `folder`. Values that are not texts are written as JSON. */
export const writeFiles = (folder: string, files: Readonly<Record<string, unknown>>): void => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
};

/** A manifest with tools of these names. `more` replaces or adds fields of each tool. */
export const manifestOf = (
  name: string,
  tools: Readonly<Record<string, object>>,
  more: object = {},
): { readonly name: string; readonly tools: readonly object[] } => ({
  name,
  ...{ version: '1.0.0' },
  ...more,
  tools: Object.entries(tools).map(([tool, members]) => ({
    name: tool,
    description: `The tool ${tool} of a test.`,
    inputSchema: { type: 'object' },
    outputSchema: {},
    ...members,
  })),
});
