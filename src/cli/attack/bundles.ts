// Writes a plugins folder from the corpus: one bundle for each attack, and the neighbour.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import type { Attack } from './corpus.ts';

const pluginSource = (name: string): string => readFileSync(new URL(`./plugins/${name}.js`, import.meta.url), 'utf8');

export const NEIGHBOUR_TOOL = 'neighbour';

export const toolOf = ({ family, behaviour }: Attack): string => `${family}-${behaviour}`;

export const calmToolOf = (attack: Attack): string => `${toolOf(attack)}-calm`;

/** True for attacks that are granted the far end and the store. */
export const reachesOut = ({ family }: Attack): boolean => family === 'reach';

/** The plugin's source, with a path of its own at the far end, by which the far end knows its requests. */
const sourceOf = (attack: Attack, farEnd: string): string =>
  reachesOut(attack)
    ? `const FAR_END = ${JSON.stringify(`${farEnd}/${toolOf(attack)}`)};\n${attack.source}`
    : attack.source;

/** Writes every bundle into `folder`, which must exist. `farEnd`: the origin of the server that some attacks are granted. */
export const writeBundles = (folder: string, attacks: readonly Attack[], farEnd: string): void => {
  const calmSource = pluginSource('calm');
  for (const attack of attacks)
    writeBundle(folder, manifestOf(attack, farEnd), `${sourceOf(attack, farEnd)}${calmSource}`);
  writeBundle(folder, NEIGHBOUR, pluginSource('neighbour'));
};

const writeBundle = (folder: string, manifest: Manifest, source: string): void => {
  const bundle = join(folder, manifest.name);
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'plugin.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(join(bundle, 'index.js'), source);
};

const manifestOf = (attack: Attack, farEnd: string): Manifest => {
  const { title, limits, inputSchema, outputSchema, contentBlocks } = attack;
  const hostile: ManifestTool = {
    name: toolOf(attack),
    description: title,
    export: 'attack',
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(contentBlocks && { contentBlocks }),
    limits,
  };
  const calm: ManifestTool = {
    name: calmToolOf(attack),
    description: 'Does no harm.',
    export: 'calm',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { calm: { const: true } }, required: ['calm'] },
  };
  const capabilities = { fetch: [{ origin: farEnd, methods: ['GET', 'POST'] }], store: {} };
  const tools = [hostile, calm];
  return { name: toolOf(attack), version: '1.0.0', tools, ...(reachesOut(attack) && { capabilities }) };
};

const NEIGHBOUR: Manifest = {
  name: NEIGHBOUR_TOOL,
  version: '1.0.0',
  tools: [
    {
      name: NEIGHBOUR_TOOL,
      description: 'Adds the whole numbers from 1 to n.',
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
      outputSchema: { type: 'object', properties: { n: { type: 'integer' }, sum: { type: 'integer' } } },
    },
  ],
};
