// The globals that an author's editor knows are exactly those that a tool has, in both modes.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { WEB_GROUPS } from '../../../src/cell/runner/isolates/web-groups.ts';
import { startTestHost } from '../../support/host.ts';
import { compile } from './compiler.ts';

const PRESET = fileURLToPath(new URL('../../../packages/plugin/src/tsconfig.json', import.meta.url));

const PLATFORM = WEB_GROUPS.flatMap(({ globals }) => globals);

/** Members that nobody should use any more, so they are not declared. */
const OLD_MEMBERS = [
  ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__'],
  ...['toGMTString', 'getYear', 'setYear', 'v8BreakIterator'],
];

/** Lists the globals. Its first line names those that exist only if a plugin names them. */
const SOURCE = `const platform = { ${PLATFORM.join(', ')} };
export function names() { return Object.getOwnPropertyNames(globalThis).concat(typeof Temporal === 'object' ? [] : ['no Temporal']); }
const ofLanguage = () => Object.fromEntries(Object.getOwnPropertyNames(globalThis).filter((name) => !(name in platform)).flatMap((name) => {
  const it = globalThis[name];
  const statics = (typeof it === 'function' || typeof it === 'object') && it !== globalThis ? [['static ' + name, Object.getOwnPropertyNames(it)]] : [];
  return typeof it === 'function' && it.prototype ? [...statics, ['of ' + name, Object.getOwnPropertyNames(it.prototype)]] : statics;
}));
const types = () => Object.entries(platform).filter(([, value]) => typeof value === 'function' && value.prototype);
export function members() {
  const methods = types().map(([name, type]) => [name, Object.getOwnPropertyNames(type.prototype)]);
  return { ...Object.fromEntries(methods), ...ofLanguage(), console: Object.getOwnPropertyNames(console), ArrayBuffer: Object.getOwnPropertyNames(ArrayBuffer.prototype) };
}`;

const ask = async (freshState: 'isolate' | 'realm') => {
  const plugins = { globals: { source: SOURCE, tools: { names: {}, members: {} } } };
  const host = await startTestHost({ freshState, plugins });
  try {
    const { body } = await host.call('names');
    return { names: body as string[], members: (await host.call('members')).body as Record<string, string[]> };
  } finally {
    await host.close();
  }
};

/** Values that the libraries of the preset and globals.d.ts declare, read from the files that the compiler reads. */
const declaredNames = (files: readonly string[]): ReadonlySet<string> => {
  const declaration = /^declare (?:var|let|const|function|class) (\w+)|^declare namespace (\w+) \{([\s\S]*?)^\}/gm;
  const found = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(declaration)]);
  return new Set(
    found.flatMap(([, name, namespace, body = '']) => {
      if (name !== undefined) return [name];
      // A namespace that has types only is not a value.
      return namespace !== undefined && /^ {4}(?:var|const|function|let) /m.test(body) ? [namespace] : [];
    }),
  );
};

describe('the declared globals', function () {
  this.timeout(120_000);
  let folder: string;
  let found: readonly string[];
  let members: Record<string, string[]>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-globals-'));
    const [alone, frozen] = [await ask('isolate'), await ask('realm')];
    found = alone.names.filter((name) => frozen.names.includes(name) && name !== 'undefined');
    members = frozen.members;
  });
  after(() => rmSync(folder, { recursive: true }));

  const compileText = (text: string, ...args: string[]) => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: PRESET, include: ['*.ts'] }));
    writeFileSync(join(folder, 'names.ts'), text);
    return compile(folder, args);
  };

  it('name every global that a tool has', () => {
    expect(found).to.include.members(['console', 'setTimeout', 'Temporal', 'Intl', 'Promise', 'queueMicrotask']);
    const { complaints } = compileText(`export const all: unknown[] = [${found.join(', ')}];`);
    expect(complaints.map(({ message }) => message)).to.deep.equal([]);
  });

  it('name no global that a tool does not have', () => {
    const { output } = compileText('export {};', '--listFiles');
    const declared = declaredNames(output.split('\n').filter((line) => line.endsWith('.d.ts')));
    expect(declared.size).to.be.above(50);
    const known = new Set(found);
    expect([...declared].filter((name) => !known.has(name))).to.deep.equal([]);
  });

  it('have the members of console and ArrayBuffer', () => {
    const calls = members.console?.map((name) => `void console.${name}`) ?? [];
    expect(calls).to.have.lengthOf(19);
    const buffer = members.ArrayBuffer?.filter((name) => name !== 'constructor').map(
      (name) => `new ArrayBuffer(1).${name};`,
    );
    expect(compileText(`${calls.join(';')};\n${buffer?.join('\n')}\nexport {};`).complaints).to.deep.equal([]);
  });

  it('have the members that the language has at run time', () => {
    const lines = Object.entries(members).flatMap(([type, names]) => {
      const [kind, name = ''] = type.split(' ');
      if (name === '' || !found.includes(name)) return [];
      const owner = kind === 'static' ? name : `${name}.prototype`;
      return names.filter((member) => !OLD_MEMBERS.includes(member)).map((member) => `void ${owner}.${member};`);
    });
    expect(lines.length).to.be.above(500);
    const { complaints } = compileText(`${lines.join('\n')}\nexport {};`);
    expect(complaints.map(({ message }) => message)).to.deep.equal([]);
    // Those that globals.d.ts adds. Node 24 does not have Iterator.concat.
    expect(members['static Error']).to.include.members(['captureStackTrace', 'stackTraceLimit']);
    expect(members['static JSON']).to.include.members(['rawJSON', 'isRawJSON']);
  });

  it('have the members of the platform types', () => {
    const uses = PLATFORM.filter((name) => name !== 'console' && members[name] !== undefined).map((name) => {
      // Legacy constants are not declared.
      const named = members[name]?.filter((member) => member !== 'constructor' && !/^[A-Z_]+$/.test(member)) ?? [];
      return `export const of${name} = (it: ${name}): unknown[] => [${named.map((member) => `it.${member}`).join(', ')}];`;
    });
    expect(uses.length).to.be.above(4);
    expect(compileText(uses.join('\n')).complaints).to.deep.equal([]);
  });
});
