// What a language model reads of a result with content blocks, in frameworks whose tools answer text.

import { isObject } from '../core/reading.ts';

/** The blocks as text, one after the other, and structured content as JSON at the end. A picture or a sound is named, with its length. */
export const contentText = (result: unknown): string => {
  if (!isObject(result) || !Array.isArray(result.content)) return JSON.stringify(result);
  const { content, structuredContent } = result;
  const structured = structuredContent === undefined ? [] : [JSON.stringify(structuredContent)];
  return [...content.map(blockText), ...structured].join('\n\n');
};

const blockText = (block: unknown): string => {
  if (!isObject(block)) return '';
  const { type, text, uri, name, description, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource_link')
    return [`${String(name)}: ${String(uri)}`, ...(typeof description === 'string' ? [description] : [])].join('\n');
  if (type !== 'resource' || !isObject(resource)) return leftOut(String(type), block.mimeType, block.data);
  const named = `${String(resource.uri)}:\n`;
  if (typeof resource.text === 'string') return `${named}${resource.text}`;
  return `${named}${leftOut('resource', resource.mimeType, resource.blob)}`;
};

const leftOut = (what: string, mimeType: unknown, base64: unknown): string => {
  const bytes = typeof base64 === 'string' ? Math.floor((base64.replace(/=+$/, '').length * 3) / 4) : 0;
  const kind = typeof mimeType === 'string' ? `${what}, ${mimeType}` : what;
  return `(${kind}, ${bytes} bytes, not shown)`;
};
