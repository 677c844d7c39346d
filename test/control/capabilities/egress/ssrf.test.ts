// Ways to make a host ask its own network for somebody else. Each is granted all that an operator can grant without saying that
// an address may be private; none may open a connection.

import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect } from 'chai';
import { Egress } from '../../../../src/control/capabilities/egress.ts';
import { type NameServer, startNameServer, type Zone } from '../../../support/name-server.ts';
import { fetchWith } from '../fetching.ts';
import { countSockets } from '../sockets.ts';

/** P and Q stand for the ports of two listeners on 127.0.0.1 and ::1. */
const LITERALS: readonly (readonly [form: string, url: string])[] = [
  ['dotted', 'http://127.0.0.1:P/'],
  ['dotted, the other port', 'http://127.0.0.1:Q/'],
  ['dotted, the end of the range', 'http://127.255.255.254:P/'],
  ['dotted, another of the range', 'http://127.1.2.3:P/'],
  ['with userinfo that looks like a host', 'http://api.example.com@127.0.0.1:P/'],
  ['with userinfo and password', 'http://user:pass@127.0.0.1:P/'],
  ['with userinfo that holds an at sign', 'http://api.example.com%40x@127.0.0.1:P/'],
  ['with a backslash before the at sign', 'http://127.0.0.1:P\\@api.example.com/'],
  ['with a host in the fragment', 'http://127.0.0.1:P#@api.example.com/'],
  ['with a host in the query', 'http://127.0.0.1:P?@api.example.com/'],
  ['decimal', 'http://2130706433:P/'],
  ['octal', 'http://0177.0.0.1:P/'],
  ['octal with many zeros', 'http://0000000177.0000000.0.01:P/'],
  ['octal in one number', 'http://017700000001:P/'],
  ['hexadecimal', 'http://0x7f.0x0.0x0.0x1:P/'],
  ['hexadecimal in one number', 'http://0x7f000001:P/'],
  ['hexadecimal in capitals', 'http://0X7F000001:P/'],
  ['two parts', 'http://127.1:P/'],
  ['three parts', 'http://127.0.1:P/'],
  ['parts of mixed bases', 'http://0x7f.1:P/'],
  ['parts of mixed bases, octal last', 'http://127.0.0.01:P/'],
  ['percent-encoded digits', 'http://%31%32%37.0.0.1:P/'],
  ['percent-encoded dots', 'http://127%2e0%2e0%2e1:P/'],
  ['full-width digits', 'http://１２７.０.０.１:P/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:P/'],
  ['ideographic full stops', 'http://127。0。0。1:P/'],
  ['half-width ideographic full stops', 'http://127｡0｡0｡1:P/'],
  ['a soft hyphen among the digits', 'http://12\u00ad7.0.0.1:P/'],
  ['a trailing dot', 'http://127.0.0.1.:P/'],
  ['a tab inside', 'http://127.0\t.0.1:P/'],
  ['a line end inside', 'http://127.0.0\n.1:P/'],
  ['one slash', 'http:/127.0.0.1:P/'],
  ['no slash', 'http:127.0.0.1:P/'],
  ['many slashes', 'http://///127.0.0.1:P/'],
  ['backslashes', 'http:\\\\127.0.0.1:P\\'],
  ['the unspecified address', 'http://0.0.0.0:P/'],
  ['the unspecified address, short', 'http://0:P/'],
  ['this network', 'http://0.1.2.3:P/'],
  ['a private network, 10/8', 'http://10.0.0.1:P/'],
  ['a private network, 172.16/12', 'http://172.31.255.254:P/'],
  ['a private network, 192.168/16', 'http://192.168.1.1:P/'],
  ['carrier-grade NAT', 'http://100.64.0.1:P/'],
  ['link-local', 'http://169.254.1.1:P/'],
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['metadata, decimal', 'http://2852039166/latest/meta-data/'],
  ['metadata, hexadecimal', 'http://0xa9fea9fe/latest/meta-data/'],
  ['metadata, octal', 'http://0251.0376.0251.0376/'],
  ['metadata for tasks', 'http://169.254.170.2/v2/credentials'],
  ["metadata, Alibaba's", 'http://100.100.100.200/latest/meta-data/'],
  ["metadata, Oracle's", 'http://192.0.0.192/latest/'],
  ["metadata, Azure's, which looks public", 'http://168.63.129.16/machine'],
  ['metadata on IPv6', 'http://[fd00:ec2::254]/latest/meta-data/'],
  ["metadata on IPv6, Google's", 'http://[fd20:ce::254]/'],
  ['protocol assignments', 'http://192.0.0.8:P/'],
  ['documentation', 'http://192.0.2.1:P/'],
  ['documentation, the second', 'http://198.51.100.1:P/'],
  ['documentation, the third', 'http://203.0.113.1:P/'],
  ['benchmarking', 'http://198.18.0.1:P/'],
  ['6to4 relays', 'http://192.88.99.1:P/'],
  ['multicast', 'http://224.0.0.1:P/'],
  ['reserved', 'http://240.0.0.1:P/'],
  ['broadcast', 'http://255.255.255.255:P/'],
  ['IPv6 loopback', 'http://[::1]:P/'],
  ['IPv6 loopback, the other port', 'http://[::1]:Q/'],
  ['IPv6 loopback, written out', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]:P/'],
  ['IPv6 loopback, dotted end', 'http://[::0.0.0.1]:P/'],
  ['IPv6 unspecified', 'http://[::]:P/'],
  ['IPv4-mapped', 'http://[::ffff:127.0.0.1]:P/'],
  ['IPv4-mapped, hexadecimal', 'http://[::ffff:7f00:1]:P/'],
  ['IPv4-mapped, written out', 'http://[0:0:0:0:0:ffff:7f00:0001]:P/'],
  ['IPv4-mapped, metadata', 'http://[::ffff:169.254.169.254]/'],
  ['IPv4-mapped, an address that is public', 'http://[::ffff:8.8.8.8]:P/'],
  ['IPv4-compatible', 'http://[::127.0.0.1]:P/'],
  ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]:P/'],
  ['NAT64', 'http://[64:ff9b::127.0.0.1]:P/'],
  ['NAT64, metadata', 'http://[64:ff9b::a9fe:a9fe]/'],
  ['NAT64, the local range', 'http://[64:ff9b:1::7f00:1]:P/'],
  ['6to4', 'http://[2002:7f00:1::]:P/'],
  ['Teredo', 'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]:P/'],
  ['ORCHID', 'http://[2001:10::1]:P/'],
  ['ORCHID, the second', 'http://[2001:20::1]:P/'],
  ['benchmarking on IPv6', 'http://[2001:2::1]:P/'],
  ['documentation on IPv6', 'http://[2001:db8::1]:P/'],
  ['documentation on IPv6, the second', 'http://[3fff::1]:P/'],
  ['unique local', 'http://[fd12:3456:789a::1]:P/'],
  ['link-local on IPv6', 'http://[fe80::1]:P/'],
  ['link-local on IPv6 with a zone', 'http://[fe80::1%25lo]:P/'],
  ['site-local', 'http://[fec0::1]:P/'],
  ['multicast on IPv6', 'http://[ff02::1]:P/'],
  ['discard-only', 'http://[100::1]:P/'],
  ['segment routing', 'http://[5f00::1]:P/'],
  ['not yet allocated', 'http://[4000::1]:P/'],
  ['over TLS', 'https://127.0.0.1:P/'],
  ['over TLS on IPv6', 'https://[::1]:P/'],
];

const SCHEMES: readonly (readonly [form: string, url: string])[] = [
  ['a file', 'file:///etc/passwd'],
  ['a file with a host', 'file://127.0.0.1/etc/passwd'],
  ['data', 'data:text/plain,hello'],
  ['ftp', 'ftp://127.0.0.1:P/'],
  ['gopher', 'gopher://127.0.0.1:P/_GET%20/'],
  ['dict', 'dict://127.0.0.1:P/stats'],
  ['ws', 'ws://127.0.0.1:P/'],
  ['a Unix socket', 'http+unix://%2fvar%2frun%2fdocker.sock/info'],
  ['a Unix socket of another make', 'unix:/var/run/docker.sock'],
  ['javascript', 'javascript:fetch("http://127.0.0.1:P/")'],
  ['blob', 'blob:http://127.0.0.1:P/7d6d2e64'],
  ['about', 'about:blank'],
  ['no scheme', '//127.0.0.1:P/'],
  ['a path alone', '/latest/meta-data/'],
  ['nothing', ''],
  ['a number too large', 'http://4294967296:P/'],
  ['an address cut short', 'http://[::1:P/'],
];

const ZONE: Zone = {
  'private.example': [['10.0.0.1']],
  'loopback.example': [['127.0.0.1']],
  'loopback-six.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'metadata.example': [['169.254.169.254']],
  'unspecified.example': [['0.0.0.0']],
  'cgnat.example': [['100.64.0.1']],
  'one-of-many.example': [['93.184.215.14', '8.8.8.8', '127.0.0.1']],
  'private-first.example': [['127.0.0.1', '93.184.215.14']],
  'public-four-private-six.example': [['93.184.215.14', '::1']],
  'public-six-private-four.example': [['2606:2800:21f:cb07:6820:80da:af6b:8b2c', '127.0.0.1']],
  'alias.example': [{ cname: 'inner.corp.example', leadsTo: ['127.0.0.1'] }],
  'alias-to-many.example': [{ cname: 'inner.corp.example', leadsTo: ['93.184.215.14', '192.168.0.1'] }],
  'deep.name.of.private.example': [['127.0.0.1']],
  'xn--bcher-kva.example': [['127.0.0.1']],
  'empty.example': [[]],
};

describe('requests that aim at the inside', () => {
  let listeners: Server[];
  let names: NameServer;
  let egress: Egress;
  let ports: { P: number; Q: number };
  let reached = 0;

  const listen = async (host: string, port: number): Promise<Server> => {
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    server.listen(port, host);
    await once(server, 'listening');
    return server;
  };

  before(async () => {
    const four = await Promise.all([listen('127.0.0.1', 0), listen('127.0.0.1', 0)]);
    const [P = 0, Q = 0] = four.map((server) => (server.address() as AddressInfo).port);
    ports = { P, Q };
    listeners = [...four, ...(await Promise.all([P, Q].map((port) => listen('::1', port))))];
    names = await startNameServer(ZONE);
    egress = new Egress({ dnsServers: [names.address], extraCas: [], secrets: [] });
  });

  after(async () => {
    await egress.close();
    for (const server of listeners) server.close();
    await names.close();
  });

  const withPorts = (url: string): string =>
    url.replace(/:P(?!\w)/g, `:${ports.P}`).replace(/:Q(?!\w)/g, `:${ports.Q}`);

  /** Everything an operator can grant, except that it may be private. */
  const grantAll = (url: string) => {
    const origin = URL.parse(url)?.origin ?? 'http://*';
    const granted = [origin, 'http://*', 'https://*'];
    return { granted, requested: granted.map((each) => ({ origin: each })) };
  };

  const expectNothing = async (url: string, mayAskNames = false) => {
    const count = countSockets();
    const fetched = await fetchWith(egress, { url }, grantAll(url));
    count.stop();
    expect(fetched.ok, fetched.text).to.equal(false);
    expect(count.connections, 'connections').to.equal(0);
    expect(reached, 'connections at the listeners').to.equal(0);
    if (!mayAskNames) expect(count.lookups, 'questions to resolvers').to.equal(0);
    return fetched;
  };

  for (const [form, url] of LITERALS) {
    it(`refuses ${form}: ${JSON.stringify(url)}`, async () => {
      const { error } = await expectNothing(withPorts(url));
      expect(error.name).to.be.oneOf(['NotAllowedError', 'TypeError']);
    });
  }

  for (const [form, url] of SCHEMES) {
    it(`refuses ${form}: ${JSON.stringify(url)}`, async () => {
      const { error, sent } = await expectNothing(withPorts(url));
      expect(error.name).to.equal('TypeError');
      expect(sent).to.equal(0);
    });
  }

  for (const name of Object.keys(ZONE)) {
    it(`refuses the name ${name}`, async () => {
      const { error } = await expectNothing(withPorts(`http://${name}:P/`), true);
      expect(error.name).to.equal(name === 'empty.example' ? 'TypeError' : 'NotAllowedError');
      for (const address of JSON.stringify(ZONE[name]).match(/[0-9a-f:.]{6,}/g) ?? [])
        if (/\d/.test(address)) expect(error.message).not.to.include(address);
    });
  }

  it('refuses a name in Unicode as its ASCII form', async () => {
    await expectNothing(withPorts('http://BÜCHER.example:P/'), true);
    expect(names.asked).to.include('xn--bcher-kva.example');
  });

  it('refuses localhost, which the system resolver knows', async () => {
    const system = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    const count = countSockets();
    const url = `http://localhost:${ports.P}/`;
    const { ok } = await fetchWith(system, { url }, grantAll(url));
    count.stop();
    expect([ok, count.connections, reached]).to.deep.equal([false, 0, 0]);
    await system.close();
  });

  it('asks no resolver for a name that is not granted', async () => {
    const before = names.asked.length;
    const { denial, sent } = await fetchWith(egress, { url: 'http://loopback.example/' }, { granted: [] });
    expect(denial?.hint).to.include('grants.visitor.fetch in sandbox.config.json');
    expect(sent).to.equal(0);
    expect(names.asked.length).to.equal(before);
  });

  it('tells an operator how to grant an address that is not public', async () => {
    const { denial, failure } = await fetchWith(egress, { url: `http://127.0.0.1:${ports.P}/` });
    expect(denial?.rule).to.equal('address');
    expect(denial?.hint).to.include('grants.visitor.privateFetch in sandbox.config.json');
    expect(failure).to.include({ code: 'not_granted', setting: 'grants.visitor.privateFetch' });
  });

  it('reaches no metadata by a name, even if private addresses are granted', async () => {
    const count = countSockets();
    const { error } = await fetchWith(
      egress,
      { url: 'http://metadata.example/' },
      { private: ['http://metadata.example'] },
    );
    count.stop();
    expect(error.message).to.include('tools may not reach');
    expect(count.connections).to.equal(0);
  });
});

describe('a name that answers differently the second time', () => {
  it('is connected to at the checked address, and refused when it is looked up again', async () => {
    let inside = 0;
    const server = createServer((socket) => {
      inside += 1;
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // First an address that counts as public and belongs to nobody, then the inside.
    const names = await startNameServer({ 'turncoat.example': [['3ffe::1'], ['127.0.0.1']] });
    const url = `http://turncoat.example:${port}/`;
    const options = { dnsServers: [names.address], extraCas: [], secrets: [] };

    const first = new Egress(options);
    for (let turn = 0; turn < 3; turn += 1) {
      const { error } = await fetchWith(first, { url }, { limits: { fetchMs: 500 } });
      expect(error.name).to.be.oneOf(['TypeError', 'TimeoutError']);
    }
    expect(names.asked.length, 'one question for each family').to.equal(2);

    const second = new Egress(options);
    expect((await fetchWith(second, { url })).error.name).to.equal('NotAllowedError');
    expect(inside).to.equal(0);
    await Promise.all([first.close(), second.close(), names.close()]);
    server.close();
  });
});

describe('the count of sockets', () => {
  it('sees a connection and a question to a resolver', async () => {
    const server = createServer((socket) => socket.end());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const egress = new Egress({ dnsServers: [], extraCas: [], secrets: [] });
    const url = `http://localhost:${port}/`;
    const count = countSockets();
    await fetchWith(egress, { url }, { private: [new URL(url).origin] });
    count.stop();
    expect(count.connections).to.be.greaterThan(0);
    expect(count.lookups).to.be.greaterThan(0);
    await egress.close();
    server.close();
  });
});
