// The shipped client of GitHub through a whole host, against a local HTTPS server instead of GitHub: its requests, its results for
// every kind of answer, and the places that must not have its token.

import type { RequestListener, ServerResponse } from 'node:http';
import { expect } from 'chai';
import type { Config } from '../../src/settings/config.ts';
import type { Json } from '../../src/shared/protocol/json.ts';
import { untilLogged } from '../support/call-log.ts';
import { callTool } from '../support/host.ts';
import { type ShippedHost, startShippedHost } from '../support/shipped-host.ts';
import { startTlsUpstream, type TlsUpstream } from '../support/tls-upstream.ts';

const GITHUB = 'https://api.github.com';
const TOKEN = 'ghp_mArKeR0123456789abcdef';
const ISSUE = { number: 7, title: 'Crash', state: 'open', user: { login: 'ada' }, labels: [], comments: 0 };

const json = (res: ServerResponse, status: number, body: Json, headers: Record<string, string> = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};

const FAILURES: Readonly<Record<string, readonly [status: number, body: Json, headers?: Record<string, string>]>> = {
  '401': [401, { message: 'Bad credentials' }],
  '403': [403, { message: 'Resource not accessible by personal access token' }],
  '404': [404, { message: 'Not Found' }],
  '410': [410, { message: 'This issue was deleted' }],
  '422': [422, { message: 'Validation Failed', errors: [{ message: 'The listed labels cannot be searched' }] }],
  '429': [429, { message: 'secondary rate limit' }, { 'retry-after': '60' }],
  '503': [503, { message: 'down' }],
  spent: [403, { message: 'over' }, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1800000000' }],
};

const answer: RequestListener = (req, res) => {
  const { pathname } = new URL(req.url ?? '', GITHUB);
  const [, , , repo = ''] = pathname.split('/');
  const failure = FAILURES[repo];
  if (failure) return json(res, ...failure);
  if (repo === 'echo')
    return json(res, 200, { ...ISSUE, title: req.rawHeaders.join(' '), body: req.headers.authorization ?? '' });
  if (repo === 'moved') return void res.writeHead(301, { location: '/repositories/1/issues/7' }).end();
  if (repo === 'abroad') return void res.writeHead(302, { location: 'https://elsewhere.test/issues/7' }).end();
  if (repo === 'page') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  if (!pathname.endsWith('/issues')) return json(res, 200, ISSUE);
  const next = `<${GITHUB}/repositories/1/issues?state=open&page=2>; rel="next", <${GITHUB}/repositories/1/issues?page=9>; rel="last"`;
  json(res, 200, [ISSUE, { ...ISSUE, number: 6, pull_request: {} }], { link: next });
};

/** A host that serves the plugin, which asks `upstream` instead of GitHub. */
const start = (upstream: TlsUpstream, grants: Config['grants'], hasToken: boolean): Promise<ShippedHost> => {
  const secret = { name: 'GITHUB_TOKEN', plugin: 'github-tools', origin: upstream.origin, from: { value: TOKEN } };
  const secrets = hasToken ? [secret] : [];
  return startShippedHost({ plugin: 'github-tools', names: GITHUB, upstream, grants, secrets });
};

describe('the shipped client of GitHub', function () {
  this.timeout(120_000);
  let upstream: TlsUpstream;
  let started: ShippedHost;
  const seen: string[] = [];

  const call = async (tool: string, args: object) => {
    const answered = await callTool(started.host.url, tool, args);
    await untilLogged(started.log, answered);
    seen.push(JSON.stringify(answered.body), JSON.stringify([...answered.headers]));
    return answered;
  };
  const detailOf = async (repo: string, tool = 'getIssue'): Promise<string> => {
    const { body, code } = await call(tool, { owner: 'octo', repo, number: 7 });
    expect(code).to.equal('tool_error');
    return (body as { detail: string }).detail;
  };

  before(async () => {
    upstream = await startTlsUpstream('api.github.test', answer);
    started = await start(upstream, { 'github-tools': { privateFetch: [upstream.origin] } }, true);
  });
  after(async () => {
    await started?.close();
    await upstream.close();
  });
  beforeEach(() => {
    upstream.requests.length = 0;
  });

  it('runs in the frozen realm: every example holds there', () => {
    expect(started.host.catalog.refused).to.deep.equal([]);
    expect(started.host.catalog.bundles.map(({ freshState }) => freshState.mode)).to.deep.equal(['realm']);
  });

  it("sends the operator's token, and the headers that GitHub asks for", async () => {
    const { body, status } = await call('getIssue', { owner: 'octo', repo: 'demo.js', number: 7 });
    expect(status).to.equal(200);
    expect(body).to.include({ number: 7, title: 'Crash', author: 'ada', isBodyCut: false });
    expect(upstream.requests.map(({ method, url }) => `${method} ${url}`)).to.deep.equal([
      'GET /repos/octo/demo.js/issues/7',
    ]);
    expect(upstream.requests[0]?.headers).to.include({
      authorization: `Bearer ${TOKEN}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      'user-agent': 'toolcell',
    });
    expect(started.log.at(-1)).to.deep.include({ fetches: 1, origins: [upstream.origin] });
  });

  it('gets a placeholder if the server sends the token back', async () => {
    const { body } = await call('getIssue', { owner: 'octo', repo: 'echo', number: 7 });
    expect(upstream.requests[0]?.headers.authorization).to.equal(`Bearer ${TOKEN}`);
    expect(body).to.include({ body: 'Bearer {{secret.GITHUB_TOKEN}}' });
    expect((body as { title: string }).title).to.include('Bearer {{secret.GITHUB_TOKEN}}');
  });

  it('reads which page is next, and sends labels so that each arrives whole', async () => {
    const args = { owner: 'octo', repo: 'demo', labels: ['bug', 'a&b=c#d %2F'], page: 1 };
    const { body } = await call('listIssues', args);
    expect(body).to.have.property('nextPage', 2);
    expect((body as { issues: object[] }).issues).to.have.lengthOf(2);
    const { searchParams } = new URL(upstream.requests[0]?.url ?? '', GITHUB);
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      state: 'open',
      per_page: '30',
      page: '1',
      labels: 'bug,a&b=c#d %2F',
    });
  });

  for (const [repo, expected] of Object.entries({
    '401': /does not accept the token.*GITHUB_TOKEN/,
    '403': /may not read issue 7 of octo\/403: "Resource not accessible/,
    '404': /does not have issue 7 of octo\/404, or the token may not see it/,
    '410': /has taken away issue 7.*deleted/,
    '422': /"Validation Failed The listed labels cannot be searched"/,
    '429': /rate limit is used up. Try again in 60 seconds/,
    '503': /fault of its own \(status 503\); try again/,
    spent: /rate limit is used up. Try again after 2027-01-15T08:00:00Z/,
    page: /not JSON/,
  }))
    it(`tells what a model can do about the answer "${repo}"`, async () => {
      expect(await detailOf(repo)).to.match(expected);
    });

  it('follows a repository that has moved within GitHub, and nowhere else', async () => {
    expect((await call('getIssue', { owner: 'octo', repo: 'moved', number: 7 })).status).to.equal(200);
    expect(upstream.requests.map(({ url }) => url)).to.deep.equal([
      '/repos/octo/moved/issues/7',
      '/repositories/1/issues/7',
    ]);
    expect(upstream.requests[1]?.headers.authorization).to.equal(`Bearer ${TOKEN}`);
    expect(await detailOf('abroad')).to.match(/NotAllowedError: .*https:\/\/elsewhere\.test/);
  });

  for (const [owner, repo] of [
    ['..', 'user'],
    ['octo', '..'],
    ['octo', '.'],
    ['octo/../..', 'demo'],
    ['octo', 'demo/../../user'],
    ['octo%2f..', 'demo'],
    ['octo', 'demo%2e%2e'],
    ['octo', 'demo?x='],
    ['octo', 'demo#'],
    ['octo', 'demo\\..'],
    ['octo@evil', 'demo'],
    ['octo', 'demo\n'],
    ['', 'demo'],
    [['octo'], 'demo'],
  ])
    it(`sends no request for ${JSON.stringify([owner, repo])}`, async () => {
      for (const tool of ['getIssue', 'listIssues']) {
        const { code, body } = await call(tool, { owner, repo, ...(tool === 'getIssue' && { number: 7 }) });
        // The schema's pattern allows dots; the tool itself refuses a name that has only dots.
        const fitsSchema = repo === '.' || repo === '..';
        expect(code).to.equal(fitsSchema ? 'tool_error' : 'invalid_arguments');
        const { detail } = body as { detail: string };
        expect(detail).to.match(fitsSchema ? /"(owner|repo)" must be/ : / \/(owner|repo) must /);
      }
      expect(upstream.requests).to.deep.equal([]);
    });

  it('never shows the token: not in results, errors, headers, logs or receipts', async () => {
    const response = await fetch(`${started.host.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'receipt' },
      body: JSON.stringify({ toolName: 'getIssue', arguments: { owner: 'octo', repo: 'echo', number: 7 } }),
    });
    seen.push(await response.text());
    const receipt = await fetch(`${started.host.url}/calls/${response.headers.get('toolcell-call-id')}`);
    expect(receipt.status).to.equal(200);
    seen.push(await receipt.text(), JSON.stringify(started.log), started.guestLog.join());
    const all = seen.join('\n');
    expect(all).to.include('{{secret.GITHUB_TOKEN}}');
    for (const form of [TOKEN, Buffer.from(TOKEN).toString('base64').slice(2, -4), TOKEN.slice(4)])
      expect(all).not.to.include(form);
  });

  it('tells what the operator has to write if a secret or a grant is missing', async () => {
    const withoutToken = await start(upstream, { 'github-tools': { privateFetch: [upstream.origin] } }, false);
    const args = { owner: 'octo', repo: 'demo', number: 7 };
    const noToken = await callTool(withoutToken.host.url, 'getIssue', args).finally(() => withoutToken.close());
    expect(noToken.body).to.include({ code: 'not_granted', status: 403, setting: 'secrets.GITHUB_TOKEN' });
    expect((noToken.body as { detail: string }).detail).to.contain('not given github-tools the secret GITHUB_TOKEN');
    const withoutGrant = await start(upstream, {}, true);
    const noGrant = await callTool(withoutGrant.host.url, 'getIssue', args).finally(() => withoutGrant.close());
    expect(noGrant.body).to.include({ code: 'not_granted', setting: 'grants.github-tools.fetch' });
    expect(upstream.requests).to.deep.equal([]);
  });
});
