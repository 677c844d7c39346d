// Arguments and results in the log: only of tools that the operator names, without secrets, and cut off.

import { expect } from 'chai';
import { makeKey } from '../../../src/front/doors/api-key.ts';
import { finished } from '../../../src/front/http/payload.ts';
import { type Front, startFront } from './front.ts';

const CALLER_SECRET = 'the-value-of-a-caller-0001';
const OWN_SECRET = 'operator"secret\\value';

describe('the payload of a call in the log', () => {
  let front: Front;
  const start = async (payloads: Record<string, { arguments?: boolean; results?: boolean; maxBytes?: number }>) => {
    front = await startFront({ payloads: () => payloads, callerHeaders: ['x-their-key'] });
  };
  afterEach(() => front.close());
  const call = (args: object, toolName = 'echo') =>
    front.post(JSON.stringify({ toolName, arguments: args }), { 'x-their-key': CALLER_SECRET });
  const payload = () => front.entries.at(-1)?.payload;

  it('is there only for a tool that is named, and only the parts that are asked for', async () => {
    await start({ echo: { arguments: true }, other: { results: true } });
    await call({ text: 'hello' });
    expect(payload()).to.deep.equal({ maxBytes: 2000, arguments: '{"text":"hello"}' });
    await call({ text: 'hello' }, 'other');
    expect(payload()).to.deep.equal({ maxBytes: 2000 });
    await call({}, 'constructor');
    expect(payload()).to.equal(undefined);
    await front.close();
    await start({ echo: { results: true, maxBytes: 20 } });
    await call({ text: 'hello' });
    expect(payload()).to.deep.equal({ maxBytes: 20, result: '{"text":"hello"}' });
    await front.close();
    await start({});
    await call({ text: 'hello' });
    expect(payload()).to.equal(undefined);
  });

  it('lacks keys, secrets of the caller and of the operator, and members with a telling name', async () => {
    await start({ echo: { arguments: true, results: true } });
    const key = makeKey();
    await call({ a: `x ${key} y`, b: [CALLER_SECRET], password: 'pw-1', [CALLER_SECRET]: 1, c: `<${OWN_SECRET}>` });
    const done = finished(payload() ?? { maxBytes: 0 }, [OWN_SECRET]);
    const text = JSON.stringify(done);
    for (const secret of [key.slice(9), CALLER_SECRET, 'pw-1', 'operator']) expect(text).not.to.contain(secret);
    expect(JSON.parse(done.arguments ?? '')).to.deep.equal({
      a: 'x toolcell_… y',
      b: ['[redacted]'],
      password: '[redacted]',
      '[redacted]': 1,
      c: '<[redacted]>',
    });
    expect(done.result).to.equal(done.arguments);
  });

  it('is cut off in whole characters, and never inside a secret', async () => {
    await start({ echo: { arguments: true, maxBytes: 16 } });
    for (let before = 0; before < 24; before += 1) {
      await call({ t: `${'é'.repeat(before)}${OWN_SECRET}` });
      const { arguments: text = '' } = finished(payload() ?? { maxBytes: 0 }, [OWN_SECRET]);
      expect(Buffer.byteLength(text)).to.be.at.most(16 + 3);
      expect(text).to.match(/…$/);
      expect(text).not.to.match(/\ufffd|oper/);
    }
    await call({ long: ['x'.repeat(12_000), 1] });
    expect(finished(payload() ?? { maxBytes: 0 }, []).arguments).to.match(/^\{"long":\[…$/);
  });
});
