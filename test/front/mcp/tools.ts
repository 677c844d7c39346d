// The tools that every client of MCP calls, one for each thing that a client has to learn.

const OBJECT = { type: 'object' };
export const TOOLS = {
  echo: {
    inputSchema: { ...OBJECT, properties: { text: { type: 'string' }, n: { type: 'number' } } },
    outputSchema: OBJECT,
  },
  fail: { outputSchema: OBJECT },
  list: { outputSchema: { type: 'array', items: { type: 'integer' } } },
  picture: { contentBlocks: true, outputSchema: { ...OBJECT, properties: { pixels: { type: 'integer' } } } },
  slow: { outputSchema: OBJECT },
  hold: { outputSchema: OBJECT, limits: { wallMs: 30_000 } },
};
/** What the tool `picture` answers: a block of each type. */
export const BLOCKS = [
  { type: 'text', text: 'One pixel.', annotations: { audience: ['user'], priority: 0.5 } },
  { type: 'image', data: 'R0lGODlhAQABAAAAACw=', mimeType: 'image/gif' },
  { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'https://example.com/pixel', name: 'pixel', mimeType: 'text/html' },
  { type: 'resource', resource: { uri: 'example://pixel', mimeType: 'text/plain', text: 'a pixel' } },
];
export const SOURCE = `
  export const echo = (value) => value;
  export const fail = () => { throw new Error('it failed'); };
  export const list = () => [1, 2, 3];
  export const picture = () => ({ content: ${JSON.stringify(BLOCKS)}, structuredContent: { pixels: 1 } });
  export const slow = async ({ ms }, context) => {
    for (let step = 0; step < 3; step += 1) {
      context.progress(step, 3, 'step ' + step);
      await new Promise((resolve) => setTimeout(resolve, ms / 3));
    }
    return { done: true };
  };
  export const hold = async ({ ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return {};
  };`;

/** What a client reports: results of MCP, and what it made of failures. See peers/report.mjs. */
export interface Report {
  readonly revision?: string;
  readonly tools: readonly string[];
  readonly result: Result;
  readonly array: Result;
  readonly picture: Result;
  readonly toolError: Result;
  readonly wrongArguments: Result;
  readonly unknown: { readonly error?: string; readonly code?: number };
  readonly slow: Result;
  readonly progress: readonly object[];
  readonly cancelled: { readonly error?: string };
}

export interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}
