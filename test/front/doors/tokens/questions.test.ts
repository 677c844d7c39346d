// What strangers can make the server ask the issuer: a few questions at a time, one of each network, later after wrong ones.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { type Asker, Questions, TooManyQuestions } from '../../../../src/front/doors/tokens/questions.ts';
import { ALGORITHMS } from '../../../../src/front/doors/tokens/settings.ts';
import { TokenVerifier } from '../../../../src/front/doors/tokens/verifier.ts';
import { expectProblem } from '../../http/expect.ts';
import { type Reply, startFront } from '../../http/front.ts';

const askerFrom = (from: string, waitMs = 0): Asker => ({ from, waitMs: () => waitMs });

describe('questions to the issuer', () => {
  /** Questions under way, by their name, in the order in which they began. */
  let open: Map<string, () => void>;
  let most = 0;
  let delaysMs: { readonly ms: number; readonly then: () => void }[];
  let questions: Questions;
  beforeEach(() => {
    open = new Map();
    most = 0;
    delaysMs = [];
    questions = new Questions((ms, then) => void delaysMs.push({ ms, then }));
  });
  const question = (name: string) => (): Promise<string> =>
    new Promise((resolve) => {
      open.set(name, () => {
        open.delete(name);
        resolve(name);
      });
      most = Math.max(most, open.size);
    });
  const answerAll = async (): Promise<void> => {
    while (open.size > 0) {
      for (const answer of [...open.values()]) answer();
      await turn();
    }
  };

  it('of one network are asked one after the other, those of all eight at a time, and each is answered', async () => {
    const asked = Array.from({ length: 300 }, (_, number) => {
      const from = `network ${number % 20}`;
      const answer = questions.ask(question(`${from}: ${number}`), askerFrom(from));
      return answer;
    });
    await turn();
    expect(open.size).to.equal(8);
    expect(new Set([...open.keys()].map((name) => name.split(':')[0])).size).to.equal(8);
    await answerAll();
    expect((await Promise.all(asked)).length).to.equal(300);
    expect(most).to.equal(8);
    // Nothing is kept of them.
    void questions.ask(question('one more'), askerFrom('network 1'));
    await turn();
    expect([...open.keys()]).to.deep.equal(['one more']);
  });

  it('wait first if their network sent wrong credentials, 200 ms at most, and hold up no other network', async () => {
    void questions.ask(question('slow'), askerFrom('stranger', 2_000));
    void questions.ask(question('slower'), askerFrom('stranger', 2_000));
    void questions.ask(question('quick'), askerFrom('other'));
    await turn();
    expect([...open.keys()]).to.deep.equal(['quick']);
    expect(delaysMs.map(({ ms }) => ms)).to.deep.equal([200]);
    delaysMs[0]?.then();
    expect([...open.keys()]).to.deep.equal(['quick', 'slow']);
    open.get('slow')?.();
    await turn();
    await turn();
    expect(delaysMs).to.have.length(2);
    expect([...open.keys()]).to.deep.equal(['quick']);
  });

  it('are refused if many of the network wait, or many in all', async () => {
    const refused = async (from: string): Promise<boolean> => {
      const answer = questions.ask(question(from), askerFrom(from, 100));
      const first = await Promise.race([answer.catch((error: unknown) => error), turn('waits')]);
      return first instanceof TooManyQuestions;
    };
    for (let number = 0; number < 64; number += 1) expect(await refused('stranger')).to.equal(false);
    expect(await refused('stranger')).to.equal(true);
    expect(await refused('other')).to.equal(false);
    for (let number = 0; number < 512 - 65; number += 1) expect(await refused(`network ${number}`)).to.equal(false);
    expect(await refused('one more')).to.equal(true);
  });

  it('about tokens that held before wait for none of these', async () => {
    for (let number = 0; number < 20; number += 1) void questions.ask(question(`s${number}`), askerFrom(`n${number}`));
    await turn();
    expect(open.size).to.equal(8);
    const again = questions.askAgain(question('again'));
    expect(open.has('again')).to.equal(true);
    open.get('again')?.();
    expect(await again).to.equal('again');
  });

  it('that fail leave their place', async () => {
    for (let number = 0; number < 20; number += 1) {
      const failed = questions.ask(() => Promise.reject(new Error('no')), askerFrom(number % 2 === 0 ? 'one' : 'two'));
      expect(await failed.catch(({ message }: Error) => message)).to.equal('no');
    }
    for (let number = 0; number < 20; number += 1)
      expect(
        await questions.askAgain(() => Promise.reject(new Error('no'))).catch(({ message }: Error) => message),
      ).to.equal('no');
  });
});

describe('strangers with made-up tokens', function () {
  this.timeout(30_000);

  it('do not flood the issuer, and hold up nobody whose token is known', async () => {
    let underWay = 0;
    let most = 0;
    let asked = 0;
    const issuer = createServer((req, res) => {
      let text = '';
      req.on('data', (part) => (text += part));
      req.on('end', async () => {
        asked += 1;
        underWay += 1;
        most = Math.max(most, underWay);
        await pause(20);
        underWay -= 1;
        const active = new URLSearchParams(text).get('token') === 'honest';
        res.end(JSON.stringify(active ? { active, aud: 'https://tools.example.com', client_id: 'ada' } : { active }));
      });
    });
    await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    let nowMs = Date.now();
    const tokens = new TokenVerifier(
      {
        ...{ issuer: url, resource: 'https://tools.example.com', scopes: [], audience: ['https://tools.example.com'] },
        ...{
          isAudienceNamed: true,
          algorithms: ALGORITHMS,
          clockSkewMs: 0,
          jwksUrl: '',
          claims: { org: '', user: '' },
        },
        introspection: { url, clientId: 'server', clientSecret: 'secret' },
      },
      () => nowMs,
    );
    const front = await startFront({
      server: { trustedProxies: ['127.0.0.1'], maxConnections: 1_000 },
      door: { tokens, allowsAnonymous: false, pauseBefore: async () => {} },
    });
    const ask = (token: string, address: string) =>
      front.request('GET', '/mcp/metadata', { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address });
    try {
      // Many requests with one new token are one question.
      const first = await Promise.all(Array.from({ length: 10 }, () => ask('honest', '192.0.2.1')));
      expect(first.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200));
      expect(asked).to.equal(1);
      // From the address of the honest caller, too.
      const replies: Reply[] = [];
      for (let number = 0; number < 200; number += 1)
        void ask(`made-up-${number}`, '192.0.2.1').then(
          (reply) => replies.push(reply),
          // The end of the test cuts those that wait.
          () => {},
        );
      await pause(300);
      // What is known of the honest token has to be asked anew.
      nowMs += 11_000;
      expect((await ask('honest', '192.0.2.1')).status).to.equal(200);
      expect((await ask('honest', '198.51.100.7')).status).to.equal(200);
      expect(most).to.be.at.most(2);
      const refused = (): readonly Reply[] => replies.filter(({ status }) => status === 503);
      while (refused().length < 100) await pause(10);
      for (const reply of refused()) expectProblem(reply, 'identity_unavailable');
      // The first one, again for the honest token, and those that have had their turn.
      expect(asked).to.be.at.most(100);
      // Other networks wait for no more than a place.
      const others = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`wrong-${at}`, `198.51.100.${at}`)));
      for (const reply of others) expectProblem(reply, 'unauthenticated');
      expect(most).to.be.at.most(9);
    } finally {
      await front.close();
      issuer.closeAllConnections();
      issuer.close();
    }
  });
});
