// The ways in which a call could leave something behind, as scripts: what one leaves, neither the next script of its caller nor one of another finds.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';
import { type ScriptSender, scriptSenderFrom } from '../support/scripts.ts';

const CASES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.js'))
  .sort();

/** The module of a case as the body of a script that calls one of its exports. */
const scriptOf = (file: string, exported: string, args: object): string => {
  const source = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(/^export (?:default )?/gm, '');
  const context = "Object.freeze({ callId: 'call', toolName: 'tool' })";
  return `${source}\nconst __found = await ${exported}(${JSON.stringify(args)}, ${context});\nreturn __found ?? null;`;
};

describe('traces of a script', function () {
  this.timeout(240_000);
  let host: TestHost;
  let same: ScriptSender;
  let other: ScriptSender;

  before(async function () {
    this.timeout(240_000);
    const plugins = { calm: { source: 'export const calm = () => 1;', tools: { calm: {} } } };
    host = await startTestHost({ plugins, scripts: {} });
    [same, other] = [scriptSenderFrom('127.0.0.1', host.url), scriptSenderFrom('127.0.0.2', host.url)];
  });
  after(() => host?.close());

  /** What a script finds, or its failure without what differs from run to run. */
  const endOf = async (send: ScriptSender, code: string): Promise<unknown> => {
    const { body } = await send(code);
    return body.code === undefined ? { result: body.result } : { code: body.code, detail: body.detail };
  };

  for (const file of CASES)
    it(`are found by no other one (${file})`, async () => {
      const baseline = await endOf(other, scriptOf(file, 'find', { left: null }));
      for (const both of [false, true]) {
        const leave = scriptOf(file, 'leave', { secret: 'secret' });
        const leaving = [same(leave), ...(both ? [same(leave)] : [])];
        const [left] = await Promise.all(leaving);
        const find = scriptOf(file, 'find', { left: left?.body.result ?? null });
        expect(await endOf(same, find), 'the same caller').to.deep.equal(baseline);
        expect(await endOf(other, find), 'another caller').to.deep.equal(baseline);
      }
    });
});
