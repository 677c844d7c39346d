// Makes packed plugins for tests, one archive for each version.

import { tgz } from '../catalog/tar-writer.ts';

/** The parts of a plugin's version that a test sets. */
export interface TestVersion {
  readonly name?: string;
  readonly version: string;
  readonly description?: string;
  readonly tool?: string;
  readonly source?: string;
}

/** A packed plugin with one tool, which returns its version twice. */
export const archiveOf = ({ name = 'counter', version, description, tool = 'whichVersion', source }: TestVersion) => {
  const result = [version, version];
  const manifest = {
    name,
    version,
    tools: [
      {
        name: tool,
        description: description ?? 'Tells which version answers.',
        inputSchema: { type: 'object' },
        outputSchema: { type: 'array' },
        examples: [{ arguments: {}, result }],
      },
    ],
  };
  return tgz([
    { name: 'package/plugin.json', body: JSON.stringify(manifest) },
    { name: 'package/index.js', body: source ?? `export const ${tool} = () => ${JSON.stringify(result)};` },
  ]);
};
