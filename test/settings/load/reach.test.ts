// Grants, secrets, the store and egress in a configuration: accepted values, each slip with its line, and no secrets in messages.

import { join } from 'node:path';
import { expect } from 'chai';
import { explainConfig, redactedConfig } from '../../../src/settings/load/explain.ts';
import { loadConfig } from '../../../src/settings/load/load.ts';
import { accepted, inFolder, loadNothing, loadValues, problemsOf } from '../config-folder.ts';

const origin = 'https://api.example.com';
const key = { plugin: 'weather', origin, env: 'WEATHER_KEY' };

/** Values → the one problem, without its place. */
const WRONG: readonly (readonly [values: object, problem: string])[] = [
  [
    { grants: { weather: { fetch: [`${origin}/v1`] } } },
    `grants.weather.fetch[0]: "${origin}/v1" does not have the right form → write an origin such as "https://api.example.com", "https://*.example.com" for every name below one, or "https://*"`,
  ],
  [
    { grants: { weather: { fetch: ['https://API.example.com'] } } },
    `grants.weather.fetch[0]: "https://API.example.com" is not in the form in which origins are compared → write ${origin}`,
  ],
  [
    { grants: { weather: { fetch: [origin], privateFetch: ['https://*'] } } },
    'grants.weather.privateFetch[0]: "https://*" means every host → name each origin that is not public',
  ],
  [
    { grants: { weather: { store: 'yes' } } },
    'grants.weather.store: "yes" is not true or false → write true or false, without quotes',
  ],
  [
    { grants: { weather: { fetsch: [] } } },
    'grants.weather.fetsch: there is no such setting → did you mean grants.weather.fetch?',
  ],
  [
    { secrets: { weatherKey: key } },
    'secrets.weatherKey: this is not a name of a secret → write 1 to 64 capitals, digits or "_", the first a capital',
  ],
  [{ secrets: { KEY: {} } }, 'secrets.KEY: it has no "plugin" → name the one plugin that may send it'],
  [
    { secrets: { KEY: { plugin: 'weather', env: 'A' } } },
    'secrets.KEY: it has no "origin" → name the one origin that it is sent to, or with "algorithms" what the plugin may sign with it',
  ],
  [
    { secrets: { KEY: { ...key, algorithms: ['HS256'] } } },
    'secrets.KEY: it has both "origin" and "algorithms" → remove one of them: a key that the host signs with is sent nowhere',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', algorithms: ['HS256'], callerHeader: 'x-weather-key' } } },
    'secrets.KEY: a caller cannot bring a key to sign with → set one of env, file and command instead',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', algorithms: [], env: 'A' } } },
    'secrets.KEY: "algorithms" is empty → name at least one',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', algorithms: ['HS256', 'RS256'], env: 'A' } } },
    'secrets.KEY: no key fits all of HS256, RS256 → keep those of one kind: HS256, HS384 and HS512, or RS256, or ES256',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', algorithms: ['HS256'] } } },
    'secrets.KEY: it has no source → set one of env, file, command, callerHeader',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', algorithms: ['none'], env: 'A' } } },
    'secrets.KEY.algorithms[0]: "none" does not have the right form → write "HS256" or "HS384" or "HS512" or "RS256" or "ES256"',
  ],
  [
    { secrets: { KEY: { algorithms: ['HS256'], env: 'A' } } },
    'secrets.KEY: it has no "plugin" → name the one plugin that may send it',
  ],
  [
    { secrets: { KEY: { ...key, origin: 'https://API.example.com' } } },
    `secrets.KEY.origin: "https://API.example.com" is not in the form in which origins are compared → write ${origin}`,
  ],
  [
    { secrets: { KEY: { ...key, origin: 'https://*.example.com' } } },
    'secrets.KEY.origin: "https://*.example.com" does not have the right form → write exactly one origin such as "https://api.example.com"',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', origin } } },
    'secrets.KEY: it has no source → set one of env, file, command, callerHeader',
  ],
  [
    { secrets: { KEY: { ...key, command: 'pass weather' } } },
    'secrets.KEY: it has the sources env and command → keep one of them',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', origin, callerHeader: 'authorization' } } },
    'secrets.KEY.callerHeader: "authorization" does not have the right form → write a header of your own in small letters that begins with "x-" or "toolcell-"',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', origin, callerHeader: 'x-forwarded-for' } } },
    'secrets.KEY.callerHeader: "x-forwarded-for" has another meaning already → use a name for this secret only, such as "x-weather-key"',
  ],
  [
    { secrets: { KEY: { plugin: 'weather', origin, callerHeader: 'x-api-key' } } },
    'secrets.KEY.callerHeader: "x-api-key" has another meaning already → use a name for this secret only, such as "x-weather-key"',
  ],
  [
    { store: { shared: ['keys'] } },
    'store.shared: it needs store.redisUrl or store.redisUrlEnv, which is not set → set store.redisUrl or store.redisUrlEnv, too',
  ],
  [
    { store: { redisUrl: 'redis://a', redisUrlEnv: 'A' } },
    'store.redisUrlEnv: store.redisUrl sets the address already → keep one of the two',
  ],
  [
    { store: { redisUrl: 'redis://a:port' } },
    'store.redisUrl: the value is not an address → write it as redis://host:6379 or rediss://host:6380/0',
  ],
  [
    { egress: { dnsServers: ['300.1.1.1'] } },
    'egress.dnsServers[0]: "300.1.1.1" is not the address of a name server → write an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
  ],
  [
    { egress: { dnsServers: ['10.0.0.2:70000'] } },
    'egress.dnsServers[0]: "10.0.0.2:70000" is not the address of a name server → write an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
  ],
];

describe('the settings of what tools may reach', () => {
  for (const [values, problem] of WRONG) {
    it(`refuses ${JSON.stringify(values).slice(0, 90)}`, () => {
      const problems = problemsOf(loadValues(values));
      expect(problems.map((line) => line.replace(/^sandbox\.config\.json:1:\d+ /, ''))).to.deep.equal([problem]);
    });
  }

  it('names the line of the wrong origin', () => {
    const text = '{\n"grants": {\n"weather": { "fetch": [\n"https://a.example.com",\n"https://B.example.com"]}}}';
    const [problem] = inFolder({ 'sandbox.config.json': text }, (cwd) => problemsOf(loadConfig({ cwd })));
    expect(problem).to.match(/^sandbox\.config\.json:5:1 grants\.weather\.fetch\[1\]: "https:\/\/B\.example\.com"/);
  });

  it('grants nothing by default, and keeps the store in a file of the working folder', () => {
    const { config } = accepted(loadNothing());
    expect(Object.keys(config.grants)).to.deep.equal([]);
    expect(Object.keys(config.secrets)).to.deep.equal([]);
    expect(config.store).to.include({ redisUrl: '', redisUrlEnv: '' });
    expect(config.store.file).to.match(/^\/.*\/toolcell-store\.sqlite$/);
    expect(config.egress).to.deep.equal({
      dnsServers: [],
      caFiles: [],
      traceparent: 'private',
    });
    expect(config.grants.constructor).to.equal(undefined);
  });

  it('accepts all settings, with paths relative to the folder of the file', () => {
    const text = JSON.stringify({
      grants: { weather: { fetch: ['https://*', origin], privateFetch: ['http://10.0.0.1:8080'], store: true } },
      secrets: {
        A: key,
        B: { plugin: 'weather', origin, file: 'keys/b.txt' },
        C: { plugin: 'weather', origin, command: 'pass show weather' },
        D: { plugin: 'weather', origin, callerHeader: 'x-weather-key' },
      },
      store: { file: 'store/s.sqlite', redisUrlEnv: 'REDIS_URL' },
      egress: { dnsServers: ['10.0.0.2', '10.0.0.2:5353', '[fd00::2]:53', 'fd00::2'], caFiles: ['ours.pem'] },
    });
    inFolder({ 'server/own.json': text }, (cwd) => {
      const { config, values } = accepted(loadConfig({ cwd, args: ['--config', 'server/own.json'] }));
      expect(config.secrets.B?.file).to.equal(join(cwd, 'server/keys/b.txt'));
      expect(values['secrets.B.file']).to.equal(join(cwd, 'server/keys/b.txt'));
      expect(config.store.file).to.equal(join(cwd, 'server/store/s.sqlite'));
      expect(config.egress.caFiles).to.deep.equal([join(cwd, 'server/ours.pem')]);
      expect(config.grants.weather?.store).to.equal(true);
      expect(config.secrets).to.be.frozen;
      expect(config.secrets.B).to.be.frozen;
    });
  });

  it('does not repeat values that may be secrets by mistake', () => {
    const written = 'pa55word-in-the-wrong-place!';
    const secrets = {
      A: { plugin: 'weather', origin, env: written },
      B: { plugin: 'weather', origin, command: `${written}\n` },
    };
    const store = { redisUrl: `redis:/me:${written}@10.0.0.9`, redisUrlEnv: `${written}` };
    const problems = problemsOf(loadValues({ secrets, store }));
    expect(problems).to.have.length(4);
    expect(problems.join()).to.contain('the value does not have the right form').and.not.contain('pa55word');
  });

  it('is shown without a command or a password', () => {
    const secrets = { KEY: { plugin: 'weather', origin, command: 'echo hunter2-hunter2' }, OTHER: key };
    const store = { redisUrl: 'redis://me:pa55word@10.0.0.9:6379/1' };
    const loaded = accepted(loadValues({ secrets, store }));
    for (const text of [explainConfig(loaded), JSON.stringify(redactedConfig(loaded.config))]) {
      expect(text).to.contain('redis://(hidden)@10.0.0.9:6379/1').and.to.contain('WEATHER_KEY');
      expect(text).not.to.contain('hunter2');
      expect(text).not.to.contain('pa55word');
    }
    expect(explainConfig(loaded)).to.match(/^secrets\.KEY\.command +\(hidden\) +sandbox/m);
  });
});
