// The result of a tool as a script gets it. Of content blocks that is the structured content, or their text: a program has no use for the rest. Front
// process.

import type { ResultForm } from '../../shared/protocol/call.ts';
import { contentPartsOf } from '../mcp/content-results.ts';

interface Block {
  readonly type?: unknown;
  readonly text?: unknown;
}

/** `levels`: most levels of arrays and objects in it. Throws CallError `invalid_result`. */
export const plainResult = (result: Buffer, form: ResultForm | undefined, levels: number): Buffer => {
  if (form !== 'content') return result;
  const { content, structured } = contentPartsOf(result, levels);
  if (structured !== undefined) return Buffer.from(structured);
  const blocks = JSON.parse(content) as readonly (Block | null)[];
  const texts = blocks.map((block) =>
    block?.type === 'text' && typeof block.text === 'string' ? block.text : undefined,
  );
  if (texts.some((text) => text === undefined)) return Buffer.from(content);
  return Buffer.from(JSON.stringify(texts.join('\n')));
};
