// MCP's content blocks, and functions that make them. Runs inside the isolate, and in the tests of authors.

/** Hints for clients on what a block is for. */
export interface BlockAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 to 1: 1 matters most. */
  readonly priority?: number;
  /** As in `2026-01-31T12:00:00Z`. */
  readonly lastModified?: string;
}

interface Annotated {
  readonly annotations?: BlockAnnotations;
}

/** Text for the model. */
export interface TextBlock extends Annotated {
  readonly type: 'text';
  readonly text: string;
}

/** A picture. */
export interface ImageBlock extends Annotated {
  readonly type: 'image';
  /** Base64, with padding. */
  readonly data: string;
  /** As in `image/png`. */
  readonly mimeType: string;
}

/** Sound. */
export interface AudioBlock extends Annotated {
  readonly type: 'audio';
  /** Base64, with padding. */
  readonly data: string;
  /** As in `audio/wav`. */
  readonly mimeType: string;
}

/** The address of something that the client may read. */
export interface ResourceLinkBlock extends Annotated {
  readonly type: 'resource_link';
  /** An `https` or `http` address, as `new URL(…).href` writes it. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

/** Something with a name of its own, as text or as bytes. */
export interface EmbeddedResourceBlock extends Annotated {
  readonly type: 'resource';
  readonly resource:
    | { readonly uri: string; readonly mimeType?: string; readonly text: string }
    /** `blob`: base64, with padding. */
    | { readonly uri: string; readonly mimeType?: string; readonly blob: string };
}

/** One part of a result for a model or a person. The server checks each block; one that is wrong fails with `invalid_result`. */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceLinkBlock | EmbeddedResourceBlock;

const annotated = (annotations: BlockAnnotations | undefined): Annotated =>
  annotations === undefined ? {} : { annotations };

/** Text for the model. */
export const textBlock = (text: string, annotations?: BlockAnnotations): TextBlock => ({
  type: 'text',
  text,
  ...annotated(annotations),
});

/** A picture. `data`: its bytes, or the same in base64. */
export const imageBlock = (
  data: Uint8Array | string,
  mimeType: `image/${string}`,
  annotations?: BlockAnnotations,
): ImageBlock => ({ type: 'image', data: base64Of(data), mimeType, ...annotated(annotations) });

/** Sound. `data`: its bytes, or the same in base64. */
export const audioBlock = (
  data: Uint8Array | string,
  mimeType: `audio/${string}`,
  annotations?: BlockAnnotations,
): AudioBlock => ({ type: 'audio', data: base64Of(data), mimeType, ...annotated(annotations) });

/** The address of something that the client may read. `uri`: `https` or `http`, without a user name. */
export const resourceLink = (
  uri: string,
  name: string,
  options: Omit<ResourceLinkBlock, 'type' | 'uri' | 'name'> = {},
): ResourceLinkBlock => ({ type: 'resource_link', uri, name, ...options });

/** Something with a name of its own. `content`: a text as it is, or bytes. `uri` only names it, as in `report://2026/1`. */
export const embeddedResource = (
  uri: string,
  content: Uint8Array | string,
  { mimeType, annotations }: Annotated & { readonly mimeType?: string } = {},
): EmbeddedResourceBlock => {
  const named = { uri, ...(mimeType !== undefined && { mimeType }) };
  const resource = typeof content === 'string' ? { ...named, text: content } : { ...named, blob: base64Of(content) };
  return { type: 'resource', resource, ...annotated(annotations) };
};

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Engines before 2025 lack `toBase64`. A tool always finds it; tests of its author may run in such an engine. */
const base64Of = (data: Uint8Array | string): string =>
  typeof data === 'string' ? data : (data.toBase64?.() ?? slowBase64Of(data));

const slowBase64Of = (bytes: Uint8Array): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const group = (first << 16) | (second << 8) | third;
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >> shift) & 63]).join('');
    text += digits.slice(0, Math.min(4, bytes.length - at + 1)).padEnd(4, '=');
  }
  return text;
};
