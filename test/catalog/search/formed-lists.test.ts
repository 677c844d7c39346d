// The lists that were written in a format: each once, and no more than is bounded.

import { expect } from 'chai';
import { Definitions } from '../../../src/catalog/search/definitions.ts';
import { FormedLists } from '../../../src/catalog/search/formed-lists.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import type { ListForm } from '../../../src/shared/protocol/formats.ts';
import { CORPUS } from './world.ts';

const FORM: ListForm = { format: 'anthropic', isStrict: false, isExplained: false, hasTokens: false };
const TOOL = { name: 'work', description: 'Works.', inputSchema: { type: 'object' } };
const listOf = (etag: string, tools: readonly object[] = [TOOL]) => ({ text: JSON.stringify({ tools }), etag });

/** Counts what is asked of the thread. */
class CountingDefinitions extends Definitions {
  asked = 0;
  override ask<Answer>(task: Parameters<Definitions['ask']>[0]): Promise<Answer> {
    this.asked += 1;
    return super.ask<Answer>(task);
  }
}

describe('the lists in formats', function () {
  this.timeout(20_000);
  let side: SidePool;
  beforeEach(() => {
    side = new SidePool();
  });
  afterEach(() => side.close());

  it('are written once for each list and form', async () => {
    const definitions = new CountingDefinitions(side);
    const lists = new FormedLists(definitions);
    const [one, same] = await Promise.all([lists.of(listOf('"a"'), FORM), lists.of(listOf('"a"'), FORM)]);
    expect(same).to.equal(one);
    expect(await lists.of(listOf('"a"'), FORM)).to.equal(one);
    expect(definitions.asked).to.equal(1);
    expect((await lists.of(listOf('"b"'), FORM)).etag).to.equal(one?.etag);
    const others = [{ isStrict: true }, { isExplained: true }, { hasTokens: true }, { format: 'gemini' as const }];
    for (const other of others)
      expect((await lists.of(listOf('"a"'), { ...FORM, ...other })).etag).not.to.equal(one?.etag);
    expect(definitions.asked).to.equal(6);
  });

  it('are at most 64, those that were asked for last', async () => {
    const definitions = new CountingDefinitions(side);
    const lists = new FormedLists(definitions);
    for (let at = 0; at < 70; at += 1) {
      await lists.of(listOf('"first"'), FORM);
      await lists.of(listOf(`"${at}"`), FORM);
    }
    expect([lists.size, definitions.asked]).to.deep.equal([64, 71]);
  });

  it('have no more than 16 million characters together', async () => {
    const lists = new FormedLists(new Definitions(side));
    const long = [{ ...TOOL, description: 'x'.repeat(6_000_000) }];
    for (const etag of ['"a"', '"b"', '"c"']) await lists.of(listOf(etag, long), FORM);
    expect(lists.size).to.equal(2);
    await lists.of(listOf('"d"', [{ ...TOOL, description: 'x'.repeat(17_000_000) }]), FORM);
    expect(lists.size).to.equal(1);
  });

  it('are forgotten if they could not be written, and then written anew', async () => {
    const lists = new FormedLists(new Definitions(side));
    const failed = await lists.of({ text: 'no JSON', etag: '"a"' }, FORM).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(SyntaxError);
    expect(lists.size).to.equal(0);
    expect((await lists.of(listOf('"a"'), FORM)).text).to.contain('"work"');
  });

  it('are refused while 32 wait to be written, and written again afterwards', async () => {
    const lists = new FormedLists(new Definitions(side));
    const asked = Array.from({ length: 40 }, (_, at) => lists.of(listOf(`"${at}"`), FORM));
    const codes = (await Promise.allSettled(asked)).map((each) =>
      each.status === 'rejected' ? each.reason.failure.code : 'ok',
    );
    expect(codes).to.deep.equal([...Array(33).fill('ok'), ...Array(7).fill('overloaded')]);
    expect(lists.size).to.equal(33);
    expect((await lists.of(listOf('"39"'), FORM)).text).to.contain('"work"');
  });

  it('leave the thread that asks free while hundreds of tools are written', async () => {
    const lists = new FormedLists(new Definitions(side));
    const tools = CORPUS.flatMap((plugin) => plugin.tools);
    await lists.of(listOf('"first"'), FORM);
    const list = listOf('"all"', tools);
    const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
    await lists.of(list, { ...FORM, isStrict: true, hasTokens: true });
    const own = totalOf(process.threadCpuUsage(thread));
    // The other thread loads the vocabulary, writes and counts.
    expect(own).to.be.below(totalOf(process.cpuUsage(all)) / 4);
  });
});

const totalOf = ({ user, system }: NodeJS.CpuUsage): number => user + system;
