// Support: a plugin in two TypeScript files, and a command that lets a debugger attach to it.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { BIN, environmentOf } from './run-command.ts';

const INDEX = `import { defineTool } from '@toolcell/plugin';
import { twice } from './twice.ts';

export const measureName = defineTool(
  {
    title: 'Measure a name',
    description: 'Tells a name and twice its length. Use it to measure names.',
    inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
    outputSchema: { type: 'string' },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    examples: [{ description: 'A name', arguments: { name: 'Ada' }, result: 'Ada 6' }],
  },
  ({ name }: { name: string }): string => {
    const length = twice(name.length);
    return \`\${name} \${length}\`;
  },
);
`;
export const TWICE = `interface Unused {
  readonly value: number;
}

export const twice = (value: number): number => {
  const doubledValue = value * 2;
  return doubledValue;
};
`;
/** Files of a plugin with one tool, `measureName`. */
export const DEBUGGED_PLUGIN = {
  'plugin.json': { name: 'names', version: '1.0.0', description: 'Measures names.', entry: 'index.ts' },
  'index.ts': INDEX,
  'twice.ts': TWICE,
};

const PATIENCE_MS = 90_000;

/** Looks until something is found. Throws after a minute and a half: a busy machine takes long to pack. */
export const until = async <Found>(
  what: string,
  find: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> => {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** A command of the real program, and what it has said. */
export class Command {
  readonly child: ChildProcessWithoutNullStreams;
  text = '';

  constructor(cwd: string, words: readonly string[]) {
    this.child = spawn(process.execPath, [BIN, ...words], { cwd, env: environmentOf(cwd) });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on('data', (part) => (this.text += part));
  }

  says(form: RegExp): Promise<RegExpExecArray> {
    return until(`${form} in ${this.text}`, () => form.exec(this.text) ?? undefined);
  }

  async port(): Promise<number> {
    const [, port] = await this.says(/attach at 127\.0\.0\.1:(\d+)/);
    return Number(port);
  }

  end(): Promise<number | null> {
    return new Promise((resolve) => {
      this.child.once('close', resolve);
      this.child.stdin.end();
    });
  }
}

interface Listed {
  readonly webSocketDebuggerUrl: string;
  readonly type: string;
}

/** The one target that the command lists for debuggers. */
export const listed = async (port: number): Promise<Listed> => {
  const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as readonly Listed[];
  return targets[0] as Listed;
};
