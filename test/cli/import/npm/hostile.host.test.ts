// Packages that mean harm: the importer is not changed by them, what they list is refused or contained, and so are their calls.

import { expect } from 'chai';
import { callTool } from '../../../support/host.ts';
import { type Importer, openImporter, serveImported } from '../../../support/imported-server.ts';
import { plainServer } from '../../../support/mcp-packages.ts';

const listOf = (tools: string): string => `'tools/list': () => ({ tools: ${tools} })`;
const ECHO = listOf("[{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }]");
const CALL = "'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] })";

describe('a hostile package of npm', function () {
  this.timeout(240_000);
  let importer: Importer;
  before(async () => {
    importer = await openImporter();
  });
  after(() => importer.close());

  it('names no command outside of its folder', async () => {
    for (const bin of ['../../../../etc/passwd', '/etc/passwd', '../express/index.js', 'no-such-file.js']) {
      const { description, files } = plainServer('outside', `${ECHO}, ${CALL}`);
      expect(await importer.refusal({ description: { ...description, bin }, files }), bin).to.contain('has no command');
    }
  });

  it('changes nothing of the importer by builtins that it replaces', async () => {
    const tricks = `
      Object.prototype.polluted = 'yes'; Object.prototype.toJSON = function () { return { tools: 7 }; };
      Array.prototype.map = () => ['evil']; JSON.stringify = () => '{"tools":[{"name":"evil"}]}'; Map.prototype.get = () => undefined;`;
    const refusal = await importer.refusal(plainServer('tricks', `${ECHO}, ${CALL}`, tricks));
    expect(refusal).not.to.contain('TypeError');
    expect(({} as { polluted?: string }).polluted).to.equal(undefined);
    expect(JSON.stringify([{ a: 1 }].map(({ a }) => a))).to.equal('[1]');
    expect(await importer.refusal(plainServer('after-tricks', `${ECHO}, ${CALL}`))).to.equal('was imported');
  });

  it('is refused if it lists other things than tools, or too many', async () => {
    const lists = {
      numbers: listOf('[1, 2]'),
      nameless: listOf('[{ description: "x" }]'),
      many: listOf('Array.from({ length: 100_000 }, (_, at) => ({ name: "t" + at, inputSchema: { type: "object" } }))'),
      text: listOf('"tools"'),
      long: listOf('[{ name: "a", description: "x".repeat(20_000_000) }]'),
    };
    for (const [name, list] of Object.entries(lists))
      expect(await importer.refusal(plainServer(name, `${list}, ${CALL}`)), name).to.contain('does not list its tools');
  });

  it('has an end if its list has none', async () => {
    const list = `'tools/list': ({ cursor = 0 }) => ({ tools: [{ name: 't' + cursor, inputSchema: { type: 'object' } }], nextCursor: Number(cursor) + 1 })`;
    const made = await importer.import(plainServer('endless', `${list}, ${CALL}`), { only: 't0' });
    expect(made.listedTools).to.be.at.most(100);
  });

  it('is refused if its list depends on who asks', async () => {
    const list = listOf(
      "[{ name: process.argv[2] === 'x' || typeof describing === 'undefined' ? 'one' + Math.random() : 'two', inputSchema: { type: 'object' } }]",
    );
    expect(await importer.refusal(plainServer('changing', `${list}, ${CALL}`))).to.match(
      /does not start for a call.*now and then only/,
    );
  });

  it('is contained when it is called', async () => {
    const calls = `'tools/call': ({ arguments: { what } }) => {
      if (what === 'loop') for (;;);
      if (what === 'memory') { const kept = []; for (;;) kept.push(new Array(100_000).fill(kept.length)); }
      if (what === 'silent') return new Promise(() => {});
      if (what === 'exit') process.exit(0);
      return { content: [{ type: 'text', text: String(what) }] };
    }`;
    const served = await serveImported(await importer.import(plainServer('harmful', `${ECHO}, ${calls}`)), undefined, {
      limits: { cpuMs: 1_000, memoryMb: 32, wallMs: 6_000 },
    });
    const codes = {
      loop: 'exceeded_cpu',
      memory: 'exceeded_memory',
      silent: 'exceeded_wall_time or tool_error',
      exit: 'tool_error',
    };
    try {
      for (const [what, code] of Object.entries(codes)) {
        // A silent call is cancelled shortly before its time is over, and may end as one that nothing can answer.
        const ended = await callTool(served.host.url, 'echo', { what });
        expect(ended.code, what).to.be.oneOf(code.split(' or '));
        expect((await callTool(served.host.url, 'echo', { what: 'well' })).status, `after ${what}`).to.equal(200);
      }
    } finally {
      await served.close();
    }
  });
});
