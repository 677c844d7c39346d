// Which requests are answered without the SDK, and which ones it has to look at.

import { expect } from 'chai';
import type { Message } from '../../../src/front/mcp/message.ts';
import { PlainRequests, traceOf } from '../../../src/front/mcp/plain-requests.ts';

const REVISION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
};

const messageWith = (meta: object | undefined, more: Partial<Message> = {}): Message => ({
  method: 'tools/call',
  idJson: '1',
  call: { toolName: 'echo', argumentsJson: Buffer.from('{}') },
  metaJson: meta && JSON.stringify(meta),
  isPlain: true,
  ...more,
});

describe('a plain request of MCP', () => {
  it('of the modern revision is known once the SDK has accepted one of its form', () => {
    const plain = new PlainRequests();
    expect(plain.eraOf(messageWith(META), HEADERS)).to.equal(undefined);
    plain.noteAccepted(messageWith({ ...META, progressToken: 1 }));
    expect(plain.eraOf(messageWith(META), HEADERS)).to.equal('modern');
    expect(plain.eraOf(messageWith({ ...META, traceparent: '00-a', baggage: 'a=b' }), HEADERS)).to.equal('modern');
  });

  for (const [what, message, headers] of [
    ['progress is wanted', messageWith({ ...META, progressToken: 0 }), HEADERS],
    ['"_meta" has another form', messageWith({ ...META, more: 1 }), HEADERS],
    ['another client sends it', messageWith({ ...META, 'io.modelcontextprotocol/clientInfo': {} }), HEADERS],
    ['it is not plain', messageWith(META, { isPlain: false }), HEADERS],
    ['it names no tool', messageWith(META, { call: undefined }), HEADERS],
    ['it has another method', messageWith(META, { method: 'ping' }), HEADERS],
    ['the header names another revision', messageWith(META), { ...HEADERS, 'mcp-protocol-version': '2025-11-25' }],
    ['no header names the revision', messageWith(META), { ...HEADERS, 'mcp-protocol-version': undefined }],
    [
      'two headers name the revision',
      messageWith(META),
      { ...HEADERS, 'mcp-protocol-version': `${REVISION}, ${REVISION}` },
    ],
    ['the header names another method', messageWith(META), { ...HEADERS, 'mcp-method': 'tools/list' }],
    ['the header names another tool', messageWith(META), { ...HEADERS, 'mcp-name': 'Echo' }],
    ['no header names the tool', messageWith(META), { ...HEADERS, 'mcp-name': undefined }],
    ['it takes no JSON', messageWith(META), { ...HEADERS, accept: 'text/html' }],
  ] as const)
    it(`of the modern revision is one for the SDK if ${what}`, () => {
      const plain = new PlainRequests();
      plain.noteAccepted(messageWith(META));
      expect(plain.eraOf(message, headers)).to.equal(undefined);
    });

  it('of an older revision says nothing about itself', () => {
    const plain = new PlainRequests();
    const { accept } = HEADERS;
    expect(plain.eraOf(messageWith(undefined), { accept })).to.equal('legacy');
    expect(plain.eraOf(messageWith({}), { accept, 'mcp-protocol-version': '2025-06-18' })).to.equal('legacy');
    expect(plain.eraOf(messageWith({ mine: 1 }), {})).to.equal('legacy');
    expect(plain.eraOf(messageWith(undefined), { accept, 'mcp-protocol-version': '2023-01-01' })).to.equal(undefined);
    expect(plain.eraOf(messageWith(undefined), HEADERS)).to.equal(undefined);
    const claim = { 'io.modelcontextprotocol/clientInfo': {} };
    expect(plain.eraOf(messageWith(claim), { accept })).to.equal(undefined);
    expect(plain.eraOf(messageWith({ progressToken: 1 }), { accept })).to.equal(undefined);
  });

  it('is forgotten if many other forms came later', () => {
    const plain = new PlainRequests();
    plain.noteAccepted(messageWith(META));
    for (let at = 0; at < 256; at += 1) plain.noteAccepted(messageWith({ ...META, at }));
    expect(plain.eraOf(messageWith(META), HEADERS)).to.equal(undefined);
    expect(plain.eraOf(messageWith({ ...META, at: 255 }), HEADERS)).to.equal('modern');
  });

  it('names its trace in "_meta"', () => {
    expect(traceOf(messageWith(META))).to.equal(undefined);
    expect(traceOf(messageWith({ traceparent: '00-a', tracestate: 'b=c' }))).to.deep.equal({
      traceparent: '00-a',
      tracestate: 'b=c',
    });
    expect(traceOf(messageWith({ traceparent: 1 }))).to.equal(undefined);
  });
});
