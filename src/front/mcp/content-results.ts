// Writes results with content blocks as MCP's results: the blocks as they are, or as text for clients whose revision lacks a type. Front process.

import { CallError } from '../../shared/protocol/errors.ts';
import { topLevelMembers } from '../../shared/text/json-members.ts';
import { JsonScanner } from '../../shared/text/json-scan.ts';

export interface ContentParts {
  readonly content: string;
  readonly structured: string | undefined;
}

/** One more than a result has, so that a third is noticed. */
const MARKED_MEMBERS = 3;
const OPEN_OBJECT = 0x7b;
const OPEN_ARRAY = 0x5b;

const LIED: ConstructorParameters<typeof CallError> = [
  'invalid_result',
  'The result has to be an object with "content" and, if the tool has an output schema, "structuredContent".',
];

/**
 * The parts of a result with content blocks. Its runner has checked the blocks. A runner that was broken into may not have done so: then this
 * finds what would make the response another one.
 *
 * `levels`: most levels of arrays and objects in it. Throws CallError `invalid_result`.
 */
export const contentPartsOf = (result: Buffer, levels: number): ContentParts => {
  const scanner = new JsonScanner(levels, MARKED_MEMBERS);
  if (result[0] !== OPEN_OBJECT || scanner.fault(result) !== undefined) throw new CallError(...LIED);
  const parts: { content?: string; structuredContent?: string } = {};
  for (const { name, from, to } of topLevelMembers(result, scanner.marks)) {
    const isKnown = name === 'content' || name === 'structuredContent';
    const opening = name === 'content' ? OPEN_ARRAY : OPEN_OBJECT;
    if (!isKnown || parts[name] !== undefined || result[from] !== opening) throw new CallError(...LIED);
    parts[name] = result.toString('utf8', from, to);
  }
  if (parts.content === undefined) throw new CallError(...LIED);
  return { content: parts.content, structured: parts.structuredContent };
};

/** Type of block → the first revision that knows it. Revisions are dates, so they compare as texts. Older ones know the other types. */
const SINCE: Readonly<Record<string, string>> = { audio: '2025-03-26', resource_link: '2025-06-18' };
/** The revision of a request that names none, as the protocol says. */
const UNNAMED = '2025-03-26';

interface Block {
  readonly type: string;
  readonly annotations?: object;
  readonly mimeType?: unknown;
  readonly uri?: unknown;
  readonly name?: unknown;
  readonly description?: unknown;
}

/** The blocks for a client of this revision. `content`: JSON text of all blocks. */
export const contentFor = (content: string, revision: string = UNNAMED): string => {
  const unknown = Object.keys(SINCE).filter((type) => revision < (SINCE[type] as string));
  // Text in a block may have these letters too. Then nothing is lost but time.
  if (!unknown.some((type) => content.includes(`"${type}"`))) return content;
  const blocks = JSON.parse(content) as readonly Block[];
  return JSON.stringify(blocks.map((block) => (unknown.includes(block?.type) ? asText(block) : block)));
};

/** A block that says what the client would have got. */
const asText = ({ type, annotations, mimeType, uri, name, description }: Block) => ({
  type: 'text',
  text:
    type === 'resource_link'
      ? [`Link: ${textOf(name)} (${textOf(uri)})`, ...(description === undefined ? [] : [textOf(description)])].join(
          '\n',
        )
      : `(Audio of type ${textOf(mimeType)} was left out, because this client speaks a revision of MCP that has none.)`,
  ...(annotations !== undefined && { annotations }),
});

/** Anything but a string is a lie of a runner that was broken into. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
