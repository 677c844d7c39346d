// Lists that nobody has asked for before are made one after the other, with pauses, at every door, and once for all who ask meanwhile.

import { expect } from 'chai';
import type { Metadata, MetadataOf } from '../../../src/front/http/metadata.ts';
import { type Selection, selectionKey } from '../../../src/shared/protocol/selection.ts';
import { type Front, startFront } from './front.ts';

/** Each list takes this long, and four times as long is a pause. */
const MAKING_MS = 10;
/** More than one address may have waiting. */
const ASKED = 60;
const HEADERS = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Keeps what it has made. */
class Lists {
  readonly made: string[] = [];
  readonly #kept = new Map<string, Metadata>();

  readonly metadata: MetadataOf = Object.assign(
    (_caller: unknown, selection: Selection = {}) => {
      const key = selectionKey(selection);
      const list = this.#kept.get(key) ?? this.#make(key);
      this.#kept.set(key, list);
      return list;
    },
    {
      newListKey: (_caller: unknown, selection: Selection = {}) =>
        this.#kept.has(selectionKey(selection)) ? undefined : selectionKey(selection),
    },
  );

  #make(key: string): Metadata {
    this.made.push(key);
    for (const startMs = performance.now(); performance.now() - startMs < MAKING_MS; );
    return { text: '{"tools":[],"plugins":[]}', etag: `"${this.made.length}"` };
  }
}

type Ask = (front: Front, query: string) => ReturnType<Front['request']>;

const DOORS: Readonly<Record<string, Ask>> = {
  'GET /mcp/metadata': (front, query) => front.request('GET', `/mcp/metadata?${query}`),
  'GET /mcp/metadata in a format': (front, query) => front.request('GET', `/mcp/metadata?format=openai&${query}`),
  'GET /openapi.json': (front, query) => front.request('GET', `/openapi.json?${query}`),
  'POST /mcp': (front, query) => front.request('POST', `/mcp?${query}`, HEADERS, JSON.stringify(LIST)),
  'POST /mcp in a batch': (front, query) =>
    front.request(
      'POST',
      `/mcp?${query}`,
      { ...HEADERS, 'MCP-Protocol-Version': '2025-03-26' },
      JSON.stringify([LIST]),
    ),
};

describe('new lists', function () {
  this.timeout(60_000);
  let lists: Lists;
  let front: Front;

  beforeEach(async () => {
    lists = new Lists();
    front = await startFront({
      metadata: lists.metadata,
      form: async (caller, { selection }) => ({ ...lists.metadata(caller, selection), isPersonal: false }),
    });
  });
  afterEach(() => front.close());

  for (const [door, ask] of Object.entries(DOORS)) {
    it(`are refused at ${door} if one address waits for too many`, async () => {
      const replies = await Promise.all(Array.from({ length: ASKED }, (_, each) => ask(front, `tools=t${each}`)));
      const refused = replies.filter(({ body }) => body.includes('newLists'));
      expect(refused).to.have.length.within(1, ASKED / 2);
      expect(lists.made.length).to.be.at.least(ASKED - refused.length);
    });

    it(`are made once for all who ask meanwhile, and then are at hand, at ${door}`, async () => {
      const replies = await Promise.all(Array.from({ length: ASKED }, () => ask(front, 'tools=same')));
      expect(replies.filter(({ body }) => body.includes('newLists'))).to.deep.equal([]);
      await ask(front, 'tools=same');
      expect(lists.made).to.deep.equal([selectionKey({ tools: ['same'] })]);
    });
  }
});
