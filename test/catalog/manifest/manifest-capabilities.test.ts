// What a manifest may ask for: every slip is told with its place, what is wrong and what to do.

import { expect } from 'chai';
import { readManifest } from '../../../src/catalog/manifest/manifest.ts';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';

const read = (capabilities: unknown, effects?: unknown): void => {
  const example = { arguments: {}, result: 1, ...(effects !== undefined && { effects }) };
  const tool = {
    name: 't',
    description: 'Does it.',
    inputSchema: { type: 'object' },
    outputSchema: {},
    examples: [example],
  };
  readManifest(
    Buffer.from(
      JSON.stringify({ name: 'subject', ...(capabilities !== undefined && { capabilities }), tools: [tool] }),
    ),
  );
};

const problemsOf = (run: () => void): readonly string[] => {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    return error.refusals.map(
      ({ where, reason, hint }) => `${where.replace(/^plugin\.json:\d+:\d+ /, '')}: ${reason} → ${hint}`,
    );
  }
};

const origin = 'https://api.example.com';

/** Capabilities → the one problem they have. */
const WRONG: readonly (readonly [capabilities: object, problem: string])[] = [
  [{ fetsch: [] }, '/capabilities/fetsch: unknown key "fetsch" → did you mean "fetch"?'],
  [{ fetch: {} }, '/capabilities/fetch: must be array → write it as array'],
  [{ fetch: [{}] }, '/capabilities/fetch/0: "origin" is missing → add "origin"'],
  [
    { fetch: [{ origin: `${origin}/v1` }] },
    `/capabilities/fetch/0/origin: "${origin}/v1" has a path, query or fragment → write ${origin}`,
  ],
  [
    { fetch: [{ origin: '*' }] },
    '/capabilities/fetch/0/origin: "*" has "*" in the wrong place → write it in place of the first names of the host, as in https://*.example.com, or of the whole host: https://*',
  ],
  [
    { fetch: [{ origin, methods: ['get'] }] },
    '/capabilities/fetch/0/methods/0: does not have the form of this field → use capitals, as in GET; CONNECT, TRACE and TRACK are not allowed',
  ],
  [
    { fetch: [{ origin, methods: ['CONNECT'] }] },
    '/capabilities/fetch/0/methods/0: does not have the form of this field → use capitals, as in GET; CONNECT, TRACE and TRACK are not allowed',
  ],
  [
    { fetch: [{ origin, path: 'v1/*' }] },
    '/capabilities/fetch/0/path: does not have the form of this field → begin it with / and leave out blanks: /v1/*',
  ],
  [
    { fetch: [{ origin, path: '/v1?key=*' }] },
    '/capabilities/fetch/0/path: has a character that is not part of a path → write only the path, without query, fragment and backslashes',
  ],
  [
    { fetch: [{ origin, path: '/v1/../*' }] },
    '/capabilities/fetch/0/path: has a segment "." or ".." → write the path that it leads to',
  ],
  [
    { fetch: [{ origin, path: `/${'*a'.repeat(9)}` }] },
    '/capabilities/fetch/0/path: has 9 "*"; at most 8 are allowed → use fewer',
  ],
  [
    { fetch: [{ origin, path: '/users/{id}/{' }] },
    '/capabilities/fetch/0/path: has a brace that is not part of a parameter such as {id} → name the parameter with letters, digits and _: /users/{id}',
  ],
  [
    { fetch: [{ origin, path: '/users/{id}/*/posts' }] },
    '/capabilities/fetch/0/path: has a parameter and a "*" that is not its last segment → write parameters only, or end it with /*: /users/{id}/*',
  ],
  [{ store: { scope: 'all' } }, '/capabilities/store/scope: must be "plugin" or "caller" → write one of them'],
  [
    { secrets: [{ name: 'apiKey', origin }] },
    '/capabilities/secrets/0/name: does not have the form of this field → use capitals, digits and _, the first a capital, at most 64: WEATHER_API_KEY',
  ],
  [
    { secrets: [{ name: 'KEY', origin: 'https://*.example.com' }] },
    '/capabilities/secrets/0/origin: "https://*.example.com" has a "*" in it → write exactly one origin such as https://api.example.com',
  ],
  [
    {
      secrets: [
        { name: 'KEY', origin },
        { name: 'KEY', origin },
      ],
    },
    '/capabilities/secrets/1/name: the secret KEY is listed twice → rename or remove one of them',
  ],
  [
    { secrets: [{ name: 'KEY', origin }], signing: [{ name: 'KEY', algorithms: ['HS256'] }] },
    '/capabilities/signing/0/name: KEY is listed under secrets, too → rename or remove one of them',
  ],
  [
    {
      signing: [
        { name: 'KEY', algorithms: ['HS256'] },
        { name: 'KEY', algorithms: ['ES256'] },
      ],
    },
    '/capabilities/signing/1/name: the key KEY is listed twice → rename or remove one of them',
  ],
  [
    { signing: [{ name: 'KEY', algorithms: ['HS256', 'ES256'] }] },
    '/capabilities/signing/0/algorithms: no key fits all of them → ask for two keys, or keep those of one kind: HS256, HS384 and HS512, or RS256, or ES256',
  ],
  [
    { signing: [{ name: 'key', algorithms: ['HS256'] }] },
    '/capabilities/signing/0/name: does not have the form of this field → use capitals, digits and _, the first a capital, at most 64: WEATHER_API_KEY',
  ],
];

const at = '/tools/0/examples/0/effects/0';
/** An effect → the problems it has. */
const WRONG_EFFECTS: readonly (readonly [effect: object, ...problems: readonly string[]])[] = [
  [{ answer: {} }, `${at}: "fetch" is missing → add "fetch"`],
  [
    { fetch: `${origin}/` },
    `${at}: has both "answer" and "error", or neither → write the host reply in exactly one of them`,
  ],
  [{ fetch: origin, answer: {} }, `${at}/fetch: is not a whole address in normal form → write ${origin}/`],
  [{ fetch: `${origin}/a#b`, answer: {} }, `${at}/fetch: is not a whole address in normal form → write ${origin}/a`],
  [
    { fetch: `${origin}/`, answer: { body: '', json: 1 } },
    `${at}/answer/json: is not allowed together with another key here → remove one of the two`,
  ],
  [{ fetch: `${origin}/`, answer: { sttus: 200 } }, `${at}/answer/sttus: unknown key "sttus" → did you mean "status"?`],
  [
    { store: { op: 'get', key: 'k' }, method: 'GET', answer: null },
    `${at}/method: is not allowed together with another key here → remove one of the two`,
  ],
  [{ store: { op: 'get' }, answer: null }, `${at}/store: "key" is missing → add "key"`],
  [{ store: { op: 'get', key: 'k', value: '1' }, answer: null }, `${at}/store/value: a "get" has no value → remove it`],
  [
    { store: { op: 'set', key: 'k', value: 'text' }, answer: { key: 'k', version: '1' } },
    `${at}/store/value: is not JSON text → write a string as "\\"text\\""`,
  ],
  [
    { store: { op: 'set', key: 'k' }, answer: { key: 'k', version: '1' } },
    `${at}/store: "value" is missing → add the value to set, as JSON text`,
  ],
  [
    { store: { op: 'delete', key: 'k' }, answer: null },
    `${at}/answer: is not a host reply to "delete" → write true if the key existed, otherwise false`,
  ],
  [
    { store: { op: 'list', key: 'k' }, answer: { entries: [] } },
    `${at}/store/key: is not allowed together with another key here → remove one of the two`,
  ],
];

describe('the capabilities of a manifest', () => {
  it('are accepted if they are well formed, and with all defaults', () => {
    read({});
    read({ fetch: [], store: {}, secrets: [] });
    read({ fetch: [{ origin: 'https://*' }], secrets: [{ name: 'KEY', origin: 'http://127.0.0.1:8080' }] });
  });

  for (const [capabilities, problem] of WRONG) {
    it(`refuses ${JSON.stringify(capabilities).slice(0, 90)}`, () => {
      expect(problemsOf(() => read(capabilities))).to.deep.equal([problem]);
    });
  }

  it('are capped in number', () => {
    const fetch = Array.from({ length: 129 }, (_, index) => ({ origin: `https://${index}a.example.com` }));
    expect(problemsOf(() => read({ fetch })).join()).to.contain(
      '/capabilities/fetch: must NOT have more than 128 items',
    );
    const secrets = Array.from({ length: 33 }, (_, index) => ({ name: `KEY_${index}`, origin }));
    expect(problemsOf(() => read({ secrets })).join()).to.contain('/capabilities/secrets: must NOT have more than 32');
  });

  it('have no key that is a name of JavaScript machinery', () => {
    expect(problemsOf(() => read(JSON.parse('{"__proto__": {"fetch": []}}'))).join()).to.contain('is not allowed here');
  });
});

describe("the effects of a manifest's examples", () => {
  for (const [effect, ...problems] of WRONG_EFFECTS) {
    it(`are refused as ${JSON.stringify(effect).slice(0, 90)}`, () => {
      expect(problemsOf(() => read(undefined, [effect]))).to.deep.equal(problems);
    });
  }
});
