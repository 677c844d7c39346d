// The check of content blocks, as runners compile it: everything that MCP allows and this server promises, and nothing else.

import { expect } from 'chai';
import fc from 'fast-check';
import { checkedContentSchema, listedContentSchema } from '../../../src/shared/protocol/content-blocks.ts';
import { BLOCK_FORMATS } from '../../../src/shared/protocol/content-forms.ts';
import type { Json, JsonObject } from '../../../src/shared/protocol/json.ts';
import { validatorsOf } from '../../support/validator.ts';

const [fits, diagnosed] = validatorsOf(checkedContentSchema(undefined)) as [Check, Check];
const [fitsListed] = validatorsOf(listedContentSchema(undefined)) as [Check];
type Check = (value: Json) => boolean;

const accepts = (...content: readonly Json[]): boolean => {
  const isFit = fits({ content });
  expect(diagnosed({ content })).to.equal(isFit);
  return isFit;
};

const TEXT = { type: 'text', text: '' };
const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const AUDIO = { type: 'audio', data: 'AAA=', mimeType: 'audio/x-wav' };
const LINK = { type: 'resource_link', uri: 'https://example.com/a?b=%20#c', name: 'a' };
const EMBEDDED = { type: 'resource', resource: { uri: 'urn:isbn:1', text: 'a' } };
const BLOCKS: readonly JsonObject[] = [
  TEXT,
  IMAGE,
  AUDIO,
  LINK,
  EMBEDDED,
  { ...IMAGE, mimeType: 'image/svg+xml', annotations: {} },
  {
    ...TEXT,
    annotations: { audience: ['user', 'assistant'], priority: 0, lastModified: '2026-01-31T12:00:00.5+01:00' },
  },
  { ...LINK, uri: 'http://[::1]:8080', title: '', description: 'd', mimeType: 'text/html; charset=utf-8', size: 0 },
  { type: 'resource', resource: { uri: 'ui://a/b', blob: '', mimeType: 'application/octet-stream' } },
];

const address = fc
  .tuple(
    fc.oneof(fc.constantFrom('https', 'http', 'HTTPS', 'javascript', 'data', 'file', 'blob', 'ftp'), fc.string()),
    fc.constantFrom('://', ':', '', ':/', ':\\\\'),
    fc.oneof(
      fc.webUrl().map((url) => url.replace(/^https?:\/\//, '')),
      fc.string({ unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''));

describe('the check of content blocks', () => {
  it('accepts each kind of block, alone and with others', () => {
    for (const block of BLOCKS) expect(accepts(block), JSON.stringify(block)).to.equal(true);
    expect(accepts(...BLOCKS)).to.equal(true);
    expect(accepts()).to.equal(true);
  });

  it('accepts at most 64 blocks, in an object that has nothing else', () => {
    expect(accepts(...Array.from({ length: 64 }, () => TEXT))).to.equal(true);
    expect(accepts(...Array.from({ length: 65 }, () => TEXT))).to.equal(false);
    for (const wrong of [[TEXT], TEXT, {}, null, { content: TEXT }, { content: [], isError: false }] as Json[])
      expect(fits(wrong), JSON.stringify(wrong)).to.equal(false);
  });

  it('refuses a block that lacks a member, has one more, or has one of another type', () => {
    for (const block of BLOCKS) {
      expect(accepts({ ...block, _meta: {} })).to.equal(false);
      expect(accepts({ ...block, annotations: { more: 1 } })).to.equal(false);
      for (const name of Object.keys(block)) {
        expect(accepts({ ...block, [name]: 1 }), name).to.equal(name === 'size');
        if (['annotations', 'title', 'description', 'size'].includes(name)) continue;
        const { [name]: _, ...rest } = block;
        expect(accepts(rest), `without ${name}`).to.equal(name === 'mimeType' && block.type === 'resource_link');
      }
    }
  });

  it('refuses blocks that MCP does not know, and values of the wrong kind', () => {
    for (const wrong of [
      { type: 'video', data: 'AAAA', mimeType: 'video/mp4' },
      { ...IMAGE, mimeType: 'audio/wav' },
      { ...AUDIO, mimeType: 'image/png' },
      { ...IMAGE, mimeType: 'image/' },
      { ...IMAGE, mimeType: 'image/png\n' },
      { ...IMAGE, data: '' },
      { ...LINK, name: '' },
      { ...LINK, size: 1.5 },
      { ...LINK, uri: `https://example.com/${'a'.repeat(2_048)}` },
      { ...TEXT, annotations: { priority: 2 } },
      { ...TEXT, annotations: { audience: ['model'] } },
      { ...TEXT, annotations: { lastModified: 'yesterday' } },
      { ...EMBEDDED, resource: { uri: 'urn:a', text: '', blob: '' } },
      { ...EMBEDDED, resource: { uri: 'urn:a' } },
      { ...EMBEDDED, resource: 'urn:a' },
      'text',
      null,
    ] as Json[])
      expect(accepts(wrong), JSON.stringify(wrong).slice(0, 80)).to.equal(false);
  });

  it('accepts base64 exactly if it is what an encoder writes', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'ABCwxyz019+/=-_ \n'), maxLength: 12 });
    const encoded = fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64'));
    fc.assert(
      fc.property(fc.oneof(digits, encoded, fc.string()), (data) => {
        const isCanonical = data !== '' && Buffer.from(data, 'base64').toString('base64') === data;
        expect(accepts({ ...IMAGE, data })).to.equal(isCanonical);
        expect(accepts({ type: 'resource', resource: { uri: 'urn:a', blob: data } })).to.equal(
          isCanonical || data === '',
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts a link only if every reader of addresses finds http or https in it and no user name', () => {
    fc.assert(
      fc.property(address, (uri) => {
        if (!accepts({ ...LINK, uri })) return;
        expect(uri).to.match(/^https?:\/\/[^@\s\\]/);
        const url = URL.parse(uri);
        if (url === null) return;
        expect(url.protocol).to.match(/^https?:$/);
        expect(url.username + url.password).to.equal('');
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts every ordinary address as a link', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        expect(accepts({ ...LINK, uri: new URL(text).href })).to.equal(true);
      }),
    );
  });

  it('refuses names of resources that a reader could run or open on its own machine', () => {
    const schemes = ['javascript', 'vbscript', 'data', 'file', 'filesystem', 'blob', 'about', 'view-source', 'ms-word'];
    for (const scheme of [...schemes, ...schemes.map((name) => name.toUpperCase()), 'java\nscript', ' javascript'])
      for (const rest of [':x', '://x', '://%0aalert(1)'])
        expect(accepts({ type: 'resource', resource: { uri: `${scheme}${rest}`, text: '' } })).to.equal(false);
    fc.assert(
      fc.property(address, (uri) => {
        if (!accepts({ type: 'resource', resource: { uri, text: '' } })) return;
        const url = URL.parse(uri);
        expect(schemes.map((scheme) => `${scheme}:`)).not.to.include(url?.protocol);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is never stricter for callers, who read a shorter schema', () => {
    const anyBlock = fc.record(
      {
        type: fc.constantFrom('text', 'image', 'audio', 'resource_link', 'resource', 'x'),
        text: fc.string(),
        data: fc.constantFrom('AAAA', 'A'),
        mimeType: fc.constantFrom('image/png', 'audio/wav', 'text/plain'),
        uri: fc.constantFrom('https://example.com', 'javascript:x'),
        name: fc.string(),
        resource: fc.record({ uri: fc.constant('urn:a'), text: fc.string(), blob: fc.string() }, { requiredKeys: [] }),
      },
      { requiredKeys: ['type'] },
    );
    fc.assert(
      fc.property(fc.oneof(anyBlock, fc.constantFrom(...BLOCKS)), (block) => {
        const result = { content: [block as Json] };
        if (fits(result)) expect(fitsListed(result)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads sixty megabytes of base64 without a stack for each character', function () {
    this.timeout(20_000);
    const form = BLOCK_FORMATS.base64 as RegExp;
    const data = 'QUJD'.repeat(15_000_000);
    expect(form.test(data)).to.equal(true);
    expect(form.test(`${data}*`)).to.equal(false);
  });

  it('checks structured content with the references of the tool', () => {
    const own = {
      type: 'object',
      $defs: { count: { $anchor: 'whole', type: 'integer' } },
      properties: { a: { $ref: '#/$defs/count' }, b: { $ref: '#whole' }, more: { $ref: '#' } },
      additionalProperties: false,
    };
    const [check] = validatorsOf(checkedContentSchema(own)) as [Check];
    const fitsWith = (structuredContent: Json): boolean => check({ content: [], structuredContent });
    expect(fitsWith({ a: 1, b: 2, more: { more: { b: 3 } } })).to.equal(true);
    for (const wrong of [{ a: '1' }, { b: 1.5 }, { more: { more: { a: null } } }, { c: 1 }, [], null] as Json[])
      expect(fitsWith(wrong), JSON.stringify(wrong)).to.equal(false);
    expect(check({ content: [] })).to.equal(false);
    expect(fits({ content: [], structuredContent: {} })).to.equal(false);
  });
});
