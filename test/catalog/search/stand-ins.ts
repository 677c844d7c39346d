// Stand in for a model of embeddings where the search is judged: a bad one that compares letters, and one whose quality can be chosen.

import type { SimilaritiesOf } from '../../../src/catalog/meaning/meanings.ts';
import { toolText } from '../../../src/catalog/meaning/tool-text.ts';
import type { DiscoverableTool } from '../../../src/catalog/search/fields.ts';
import { CORPUS, type Query } from './world.ts';

/** The similarities of tools to a query. */
export type StandIn = (asked: Query) => SimilaritiesOf;

const DIMENSIONS = 1_024;

/** FNV-1a, and the end of MurmurHash3, without which similar texts have similar numbers. */
const hashOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** How often a text has each group of three or four letters. */
const letters = (text: string): Float64Array => {
  const numbers = new Float64Array(DIMENSIONS);
  const plain = ` ${text.toLowerCase().replaceAll(/[^a-z]+/g, ' ')} `;
  for (const size of [3, 4])
    for (let at = 0; at + size <= plain.length; at += 1) {
      const place = hashOf(plain.slice(at, at + size)) % DIMENSIONS;
      numbers[place] = (numbers[place] as number) + 1;
    }
  const roots = numbers.map(Math.sqrt);
  const length = Math.hypot(...roots);
  return roots.map((number) => number / length);
};

const OF_TOOLS = new Map<DiscoverableTool, Float64Array>(
  CORPUS.flatMap((plugin) => plugin.tools.map((tool) => [tool, letters(toolText(tool, plugin))] as const)),
);

/** Knows no meaning at all, only similar words. */
export const byLetters: StandIn = ({ query }) => {
  const asked = letters(query);
  return (tools) =>
    Float32Array.from(tools, (tool) =>
      (OF_TOOLS.get(tool) as Float64Array).reduce((sum, number, at) => sum + number * (asked[at] as number), 0),
    );
};

/** Noise of a normal distribution, in which right tools are nearer by so many standard deviations. The same at each run. */
export const byNoise =
  (deviations: number): StandIn =>
  ({ query, right }) =>
  (tools) =>
    Float32Array.from(tools, ({ name }) => {
      const [one, other] = [hashOf(`${query} ${name} 1`), hashOf(`${query} ${name} 2`)].map(
        (hash) => (hash + 1) / 2 ** 32,
      );
      const noise = Math.sqrt(-2 * Math.log(one as number)) * Math.cos(2 * Math.PI * (other as number));
      return 0.3 + 0.05 * (noise + (right.includes(name) ? deviations : 0));
    });
