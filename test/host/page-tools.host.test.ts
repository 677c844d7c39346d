// The shipped scraper through a whole host, against a local HTTPS server: pages of all kinds, and answers that are not pages.

import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { untilLogged } from '../support/call-log.ts';
import { type Answer, callTool } from '../support/host.ts';
import { type ShippedHost, startShippedHost } from '../support/shipped-host.ts';
import { startTlsUpstream, type TlsUpstream } from '../support/tls-upstream.ts';

const HTML = 'text/html; charset=utf-8';

const ENCYCLOPEDIA = `<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="UTF-8"><title>Lighthouse – An Encyclopedia</title>
<base href="/wiki/"><script>document.documentElement.className="client-js";</script><style>.x{color:red}</style></head><body class="skin">
<a class="skip" href="#content">Jump to content</a><header><form action="/search"><input name="q"><button>Search</button></form></header>
<nav aria-label="Site"><ul><li><a href="Main">Main page</a></li></ul></nav>
<div id="content" role="main"><h1>Lighthouse</h1><div style="display:none">hidden words</div>
<table class="infobox"><tbody><tr><th>Built</th><td>1 January 1759</td></tr><tr><th>Height</th><td>49&nbsp;m</td></tr></tbody></table>
<p>A <b>lighthouse</b> is a <a href="Tower" title="Tower">tower</a><sup><a href="#note-1">[1]</a></sup> that emits light.</p>
<h2>History<span class="edit" aria-hidden="true">[edit]</span></h2><ol><li>Fires on hills</li><li>Lamps<ul><li>Oil</li><li>Gas</li></ul></li></ol>
<figure><img src="//img.pages.test/a.jpg" alt="A tower by the sea"><figcaption>The tower</figcaption></figure></div>
<footer>Text is free.</footer></body></html>`;

const SHELL =
  '<!doctype html><title>App</title><body><div id="root"></div><noscript>Turn scripts on.</noscript><script src="/app.js"></script>';
const DEEP = `<title>Deep</title><body>${'<div>'.repeat(20_000)}x`;
const LARGE = `<title>Large</title><body><main>${'<section><h2>Heading</h2><p>Some <b>bold</b> words and a <a href="/x">link</a>.</p><ul><li>One</li><li>Two</li></ul></section>\n'.repeat(9_000)}</main>`;

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Path → type of the content, and the content. */
const PAGES: Readonly<Record<string, readonly [type: string | undefined, body: string | Buffer]>> = {
  '/wiki/Lighthouse': [HTML, ENCYCLOPEDIA],
  '/header': ['text/html; charset=windows-1252', latin('<p>na\xefve \x93quoted\x94 \x80')],
  '/meta': [
    'text/html',
    latin('<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head><p>caf\xe9'),
  ],
  '/meta-utf8': ['text/html', '<meta charset=utf-8><p>café – 日本'],
  '/nothing-said': ['text/html', '<p>café – 日本'],
  '/nothing-said-old': ['text/html', latin('<p>caf\xe9 \x96 old')],
  '/bom': ['text/html; charset=windows-1252', Buffer.from('\ufeff<p>café', 'utf16le')],
  '/cyrillic': ['text/html; charset=koi8-r', Buffer.from([0x3c, 0x70, 0x3e, 0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])],
  '/unknown': ['text/html; charset=x-martian', '<p>hello'],
  '/links': [
    HTML,
    '<p><a href="javascript:alert(1)">one</a> <a href="data:text/html,x">two</a> <a href="mailto:a@b.test">three</a> <a href="?q=1">four</a><img src="data:image/png;base64,AAAA" alt="five">',
  ],
  '/shell': [HTML, SHELL],
  '/deep': [HTML, DEEP],
  '/large': [HTML, LARGE],
  '/too-large': [HTML, 'x'.repeat(2_100_000)],
  '/paper.pdf': ['application/pdf', '%PDF-1.7'],
  '/feed': ['application/json', '{}'],
  '/untyped': [undefined, '<p>hello'],
  '/code': [HTML, `<pre><code>${'a line of code\n'.repeat(200)}</code></pre>`],
};

const answer: RequestListener = (req, res) => {
  const path = new URL(req.url ?? '', 'https://pages.test').pathname;
  if (path === '/old-place') return void res.writeHead(301, { location: '/wiki/Lighthouse' }).end();
  const [type, body] = PAGES[path] ?? [];
  if (body === undefined) return void res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
  res
    .writeHead(200, { ...(type !== undefined && { 'content-type': type }), 'content-encoding': 'gzip' })
    .end(gzipSync(body));
};

describe('the shipped scraper', function () {
  this.timeout(120_000);
  let upstream: TlsUpstream;
  let started: ShippedHost;

  const fetchPage = (path: string, more: object = {}): Promise<Answer> =>
    callTool(started.host.url, 'pageToMarkdown', { url: upstream.origin + path, ...more });
  const markdownOf = async (path: string): Promise<string> => {
    const { body, status } = await fetchPage(path);
    expect(status, JSON.stringify(body)).to.equal(200);
    return (body as { markdown: string }).markdown;
  };
  const detailOf = async (call: Promise<Answer>): Promise<string> => {
    const { body, code } = await call;
    expect(code).to.equal('tool_error');
    return (body as { detail: string }).detail;
  };

  before(async () => {
    upstream = await startTlsUpstream('pages.test', answer);
    const grants = { 'page-tools': { privateFetch: [upstream.origin] } };
    started = await startShippedHost({ plugin: 'page-tools', names: 'https://*', upstream, grants });
  });
  after(async () => {
    await started?.close();
    await upstream.close();
  });

  it('runs in the frozen realm: every example holds there', () => {
    expect(started.host.catalog.refused).to.deep.equal([]);
    expect(started.host.catalog.bundles.map(({ freshState }) => freshState.mode)).to.deep.equal(['realm']);
  });

  it('keeps the content of a page, with whole addresses, and leaves out everything around it', async () => {
    const { body } = await fetchPage('/wiki/Lighthouse');
    const { markdown, ...rest } = body as { markdown: string };
    const { origin } = upstream;
    expect(rest).to.deep.equal({
      url: `${origin}/wiki/Lighthouse`,
      title: 'Lighthouse – An Encyclopedia',
      isCut: false,
    });
    for (const part of [
      '# Lighthouse\n',
      `A **lighthouse** is a [tower](${origin}/wiki/Tower "Tower")`,
      '\n## History\n',
      '1. Fires on hills\n',
      '- Oil\n',
      '![A tower by the sea](https://img.pages.test/a.jpg)',
      '49 m',
    ])
      expect(markdown.replaceAll('\u00a0', ' ')).to.include(part);
    for (const part of ['Jump', 'Main page', 'Search', 'hidden', 'edit', 'Text is free', 'client-js', 'color:red'])
      expect(markdown).not.to.include(part);
  });

  it('reports where a page that has moved was found', async () => {
    const { body } = await fetchPage('/old-place');
    expect(body).to.include({ url: `${upstream.origin}/wiki/Lighthouse` });
  });

  for (const [path, expected] of Object.entries({
    '/header': 'naïve “quoted” €',
    '/meta': 'café',
    '/meta-utf8': 'café – 日本',
    '/nothing-said': 'café – 日本',
    '/nothing-said-old': 'café – old',
    '/bom': 'café',
    '/cyrillic': 'Привет',
  }))
    it(`reads the encoding of ${path}`, async () => {
      expect(await markdownOf(path)).to.equal(expected);
    });

  it('makes no link from a script or from data', async () => {
    const markdown = await markdownOf('/links');
    expect(markdown).to.equal(`one two [three](mailto:a@b.test) [four](${upstream.origin}/links?q=1)`);
  });

  it('cuts a long page after a paragraph, and closes a block of code that it cuts', async () => {
    const { body } = await fetchPage('/large', { maxCharacters: 5_000 });
    const { markdown, isCut } = body as { markdown: string; isCut: boolean };
    expect(isCut).to.equal(true);
    expect(markdown).to.match(/\n\n\*\(Cut here: the page has about \d+ characters of text\.\)\*$/);
    expect(markdown.length).to.be.within(4_000, 5_100);
    const { body: code } = await fetchPage('/code', { maxCharacters: 1_000 });
    expect((code as { markdown: string }).markdown.match(/^```/gm)).to.have.lengthOf(2);
  });

  it('takes a page of more than a megabyte', async () => {
    const answered = await fetchPage('/large', { maxCharacters: 50_000 });
    expect(answered.status).to.equal(200);
    await untilLogged(started.log, answered);
    expect(started.log.at(-1)?.responseBytes).to.be.above(1_000_000);
  });

  for (const [path, expected] of Object.entries({
    '/shell': /has no text of its own; it may need a browser/,
    '/deep': /nested too deeply/,
    '/unknown': /encoding "x-martian"/,
    '/paper.pdf': /is no page: its type is "application\/pdf", and only HTML is read/,
    '/feed': /its type is "application\/json"/,
    '/untyped': /its type is not said/,
    '/nowhere': /answered with status 404/,
    '/too-large': /QuotaExceededError: .*fetchResponseBytes/,
  }))
    it(`explains why ${path} is not a readable page, and reads the next one`, async () => {
      expect(await detailOf(fetchPage(path))).to.match(expected);
      expect(await markdownOf('/meta')).to.equal('café');
    });

  for (const [url, expected] of Object.entries({
    'http://pages.test/': /"url" must begin with https:\/\//,
    'file:///etc/passwd': /"url" must begin with https:\/\//,
    'data:text/html,<p>x': /"url" must begin with https:\/\//,
    '//pages.test/': /"url" must be a whole address/,
    'https://user:pw@pages.test/': /without a user name/,
    'https://127.0.0.1/': /NotAllowedError: /,
    'https://example.com/': /NotAllowedError: /,
  }))
    it(`does not fetch ${url}`, async () => {
      upstream.requests.length = 0;
      expect(await detailOf(callTool(started.host.url, 'pageToMarkdown', { url }))).to.match(expected);
      expect(upstream.requests).to.deep.equal([]);
    });

  it('tells what the operator has to write if nothing is granted', async () => {
    const ungranted = await startShippedHost({ plugin: 'page-tools', names: 'https://*', upstream, grants: {} });
    const url = `${upstream.origin}/meta`;
    const call = callTool(ungranted.host.url, 'pageToMarkdown', { url });
    const { body } = await call.finally(() => ungranted.close());
    expect(body).to.include({ code: 'not_granted', fault: 'operator', setting: 'grants.page-tools.fetch' });
    expect((body as { detail: string }).detail).to.match(
      /^The operator has not granted https:\/\/pages\.test:\d+ to page-tools\./,
    );
  });
});
