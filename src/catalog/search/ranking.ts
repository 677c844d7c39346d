// Ranks tools by the words of a query: BM25F, with synonyms. Front process; pure.
//
// A caller may not learn of tools that are hidden from it. So the statistics of a search — how many tools there are, and how many have a term — count
// only what the caller may call, and the length of a field is compared with a fixed typical length, not with the average of all tools. Rank, score and
// reason are those of an index that has no other tool. What is left is time: a query whose words hidden tools have takes some microseconds more.

import { type DiscoverablePlugin, type DiscoverableTool, FIELDS, type Field, fieldWords } from './fields.ts';
import { type Concept, conceptsOf } from './query.ts';

/** How much one word of a field counts, and how many words the field has in a typical tool. */
const FIELD_RULES: Readonly<
  Record<Field, { readonly weight: number; readonly typicalWords: number; readonly byLength: number }>
> = {
  name: { weight: 3, typicalWords: 3, byLength: 0.4 },
  title: { weight: 2, typicalWords: 3, byLength: 0.3 },
  description: { weight: 1.5, typicalWords: 12, byLength: 0.5 },
  arguments: { weight: 0.4, typicalWords: 14, byLength: 0.6 },
  examples: { weight: 1, typicalWords: 6, byLength: 0.5 },
  plugin: { weight: 0.6, typicalWords: 6, byLength: 0.3 },
};
/** BM25's k: a term that weighs so much in a tool has half of its effect. */
const HALF_WEIGHT = 1.2;

interface Posting {
  /** Place of the tool in the index. */
  readonly at: number;
  readonly weight: number;
  /** A bit for each of FIELDS that has the term. */
  readonly fields: number;
}

/** A term in a tool, before the tool has a place in an index. */
type Document = ReadonlyMap<string, Omit<Posting, 'at'>>;

/** Says why a tool was found: the word that was asked for, the word that the tool has, and the fields that have it. */
export interface Reason {
  readonly asked: string;
  readonly found: string;
  readonly fields: readonly Field[];
}

export interface Entry {
  readonly tool: DiscoverableTool;
  readonly plugin: DiscoverablePlugin;
}

/** A tool that has words of a query, or is near to it. */
export interface Match extends Entry {
  /** 0 to 1: how much of what was asked the tool has. 1 is never reached. */
  readonly score: number;
  /** The words that were found, those with the largest part in the score first. Computed when called. */
  readonly reasons: () => readonly Reason[];
  /** Of the meaning of tool and query, -1 to 1; only if the tool is near. */
  readonly similarity?: number;
}

/** One step of a score: a term of a concept and what it gives a tool. */
interface Gain {
  readonly concept: Concept;
  readonly found: string;
  readonly posting: Posting;
  readonly value: number;
}

const DOCUMENTS = new WeakMap<DiscoverableTool, { readonly plugin: DiscoverablePlugin; readonly document: Document }>();

/** The terms of a tool. Kept with its definition, so that the next snapshot reads only what is new. */
const documentOf = (tool: DiscoverableTool, plugin: DiscoverablePlugin): Document => {
  const known = DOCUMENTS.get(tool);
  if (known?.plugin === plugin) return known.document;
  const document = readDocument(tool, plugin);
  DOCUMENTS.set(tool, { plugin, document });
  return document;
};

const readDocument = (tool: DiscoverableTool, plugin: DiscoverablePlugin): Document => {
  const document = new Map<string, Omit<Posting, 'at'>>();
  const words = fieldWords(tool, plugin);
  for (const [bit, field] of FIELDS.entries()) {
    const { weight, typicalWords, byLength } = FIELD_RULES[field];
    const each = weight / (1 - byLength + (byLength * words[field].length) / typicalWords);
    for (const { term } of words[field]) {
      const known = document.get(term);
      document.set(term, { weight: (known?.weight ?? 0) + each, fields: (known?.fields ?? 0) | (1 << bit) });
    }
  }
  return document;
};

/** The tools of one snapshot, by their words. */
export class ToolIndex {
  readonly #tools: readonly Entry[];
  readonly #postings = new Map<string, Posting[]>();

  constructor(plugins: readonly DiscoverablePlugin[]) {
    this.#tools = plugins.flatMap((plugin) => plugin.tools.map((tool) => ({ tool, plugin })));
    for (const [at, { tool, plugin }] of this.#tools.entries())
      for (const [term, { weight, fields }] of documentOf(tool, plugin)) {
        const posting = { at, weight, fields };
        const known = this.#postings.get(term);
        if (known) known.push(posting);
        else this.#postings.set(term, [posting]);
      }
  }

  /** The tools that may be called, in the order of the index. */
  allowed(allows: (toolName: string) => boolean = () => true): readonly Entry[] {
    return this.#tools.filter(({ tool }) => allows(tool.name));
  }

  /** The tools that may be called and have a word of the query, the best first; equal ones by name. */
  search(query: string, allows: (toolName: string) => boolean = () => true): readonly Match[] {
    const isAllowed = this.#tools.map(({ tool }) => allows(tool.name));
    const count = isAllowed.filter(Boolean).length;
    const rarity = (having: number): number => Math.log(1 + (count - having + 0.5) / (having + 0.5));
    const gains = new Map<number, Gain[]>();
    let ideal = 0;
    for (const concept of conceptsOf(query)) {
      const { best, most } = this.#gainsOf(concept, isAllowed, rarity);
      ideal += most;
      for (const [at, gain] of best) {
        const known = gains.get(at);
        if (known) known.push(gain);
        else gains.set(at, [gain]);
      }
    }
    return [...gains].map(([at, found]) => this.#matchOf(at, found, ideal)).sort(byScore);
  }

  /** What the best term of a concept gives each tool, and the most that one could give. A concept counts once, however many of its terms a tool has. */
  #gainsOf(concept: Concept, isAllowed: readonly boolean[], rarity: (having: number) => number) {
    const best = new Map<number, Gain>();
    let most = 0;
    for (const { term, text, weight } of concept.terms) {
      const postings = (this.#postings.get(term) ?? []).filter(({ at }) => isAllowed[at]);
      if (postings.length === 0 && text !== concept.asked) continue;
      const full = rarity(postings.length) * weight;
      most = Math.max(most, full);
      for (const posting of postings) {
        const value = (full * posting.weight) / (HALF_WEIGHT + posting.weight);
        if (value > (best.get(posting.at)?.value ?? 0)) best.set(posting.at, { concept, found: text, posting, value });
      }
    }
    return { best, most: concept.isOptional && best.size === 0 ? 0 : most };
  }

  #matchOf(at: number, gains: readonly Gain[], ideal: number): Match {
    const { tool, plugin } = this.#tools[at] as Entry;
    const score = gains.reduce((sum, { value }) => sum + value, 0) / ideal;
    const reasons = () =>
      gains
        .toSorted((one, other) => other.value - one.value)
        .map(({ concept, found, posting }) => ({
          asked: concept.asked,
          found,
          fields: FIELDS.filter((_, bit) => (posting.fields & (1 << bit)) !== 0),
        }));
    return { tool, plugin, score: inSteps(score), reasons };
  }
}

/** Scores have three digits, and tools whose scores differ by less are equal. */
const SCORE_STEPS = 1_000;

export const inSteps = (score: number): number => Math.round(score * SCORE_STEPS) / SCORE_STEPS;

/** Names have ASCII characters only, so the order of units is that of code points. */
export const byScore = (one: Match, other: Match): number =>
  other.score - one.score || (one.tool.name < other.tool.name ? -1 : one.tool.name > other.tool.name ? 1 : 0);

const INDEXES = new WeakMap<readonly DiscoverablePlugin[], ToolIndex>();

/** The index of these plugins, built at the first call and kept as long as the list exists. The list must not be changed. */
export const indexOf = (plugins: readonly DiscoverablePlugin[]): ToolIndex => {
  const known = INDEXES.get(plugins);
  if (known) return known;
  const index = new ToolIndex(plugins);
  INDEXES.set(plugins, index);
  return index;
};
