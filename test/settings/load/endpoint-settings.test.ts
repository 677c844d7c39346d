// An embedding endpoint that cannot be asked, or a secret that is not its own, is refused at start.

import { expect } from 'chai';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { loadExternalValues } from '../../../src/settings/load/secrets.ts';
import { accepted, inFolder } from '../config-folder.ts';

const URL_ = 'https://api.example.com/v1/embeddings';
const GOOD = { url: URL_, model: 'm' };
const KEY = { origin: 'https://api.example.com', env: 'KEY' };

const problemsOf = (embeddings: object, secrets: object = {}): readonly string[] =>
  inFolder({ 'sandbox.config.json': JSON.stringify({ discovery: { embeddings }, secrets }) }, (cwd) => {
    const loaded = loadConfig({ cwd });
    return loaded.ok ? [] : loaded.problems.map((line) => line.replace(/^\S+ /, ''));
  });

const ACCEPTED: readonly (readonly [what: string, embeddings: object, secrets?: object])[] = [
  ['an endpoint with https', GOOD],
  ['an endpoint of this machine with http', { ...GOOD, url: 'http://127.0.0.1:11434/v1/embeddings' }],
  ['http to elsewhere if that is allowed', { ...GOOD, url: 'http://ollama:11434/v1/embeddings', allowHttp: true }],
  ['an address with a query', { ...GOOD, url: `${URL_}?api-version=2` }],
  ['a secret of the endpoint', { ...GOOD, secret: 'KEY' }, { KEY }],
  ['no endpoint, and a model', { model: 'm' }],
];

const REFUSED: readonly (readonly [what: string, problem: string, embeddings: object, secrets?: object])[] = [
  [
    'no model',
    'discovery.embeddings.url: it needs discovery.embeddings.model, which is not set → set discovery.embeddings.model, too',
    { url: URL_ },
  ],
  [
    'http to elsewhere',
    'discovery.embeddings.url: it is no address with https, and leads away from this machine → write one that begins with https://, or set discovery.embeddings.allowHttp',
    { ...GOOD, url: 'http://10.0.0.7/v1/embeddings' },
  ],
  [
    'an address that is none',
    'discovery.embeddings.url: "https://[" is not an address → write it as https://api.example.com/v1/embeddings',
    { ...GOOD, url: 'https://[' },
  ],
  [
    'a secret that does not exist',
    'discovery.embeddings.secret: there is no secrets.KEY → add secrets.KEY with the origin of the endpoint and one of env, file and command',
    { ...GOOD, secret: 'KEY' },
  ],
  [
    'a secret of a plugin',
    'discovery.embeddings.secret: secrets.KEY is for a plugin or a caller → name a secret that has no "plugin" and no "callerHeader"',
    { ...GOOD, secret: 'KEY' },
    { KEY: { ...KEY, plugin: 'weather' } },
  ],
  [
    'a secret of callers',
    'discovery.embeddings.secret: secrets.KEY is for a plugin or a caller → name a secret that has no "plugin" and no "callerHeader"',
    { ...GOOD, secret: 'KEY' },
    { KEY: { origin: KEY.origin, callerHeader: 'x-key' } },
  ],
  [
    'a secret for another origin',
    'discovery.embeddings.secret: secrets.KEY is for another origin → set secrets.KEY.origin to "https://api.example.com"',
    { ...GOOD, secret: 'KEY' },
    { KEY: { ...KEY, origin: 'https://other.example.com' } },
  ],
  [
    'a secret without a plugin that it does not name',
    'secrets.OTHER: it has no "plugin" → name the one plugin that may send it',
    { ...GOOD, secret: 'KEY' },
    { KEY, OTHER: KEY },
  ],
];

describe('the settings of an embedding endpoint', () => {
  for (const [what, embeddings, secrets] of ACCEPTED)
    it(`may have ${what}`, () => expect(problemsOf(embeddings, secrets)).to.deep.equal([]));

  for (const [what, problem, embeddings, secrets] of REFUSED)
    it(`are refused with ${what}`, () => {
      expect(problemsOf(embeddings, secrets)).to.deep.equal([problem]);
    });

  it('bind the secret to the server and to no plugin', () => {
    const text = JSON.stringify({ discovery: { embeddings: { ...GOOD, secret: 'KEY' } }, secrets: { KEY } });
    inFolder({ 'sandbox.config.json': text }, (cwd) => {
      const env = { KEY: 'a-value-that-is-long-enough' };
      const read = loadExternalValues({ ...accepted(loadConfig({ cwd })), cwd, env });
      expect(read.ok && read.externalValues.secrets).to.deep.equal([
        { name: 'KEY', plugin: 'discovery.embeddings', origin: KEY.origin, from: { value: env.KEY } },
      ]);
    });
  });
});
