// The command line of MCP's Inspector, which is a process for each step.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { print } from './report.mjs';

const [url] = process.argv.slice(2);
const root = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const program = join(dirname(root), 'clients/cli/build/index.js');

const run = (...words) =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, url, '--transport', 'http', ...words], (error, stdout, stderr) => {
      resolve({ exitCode: error?.code ?? 0, stdout, stderr });
    });
  });
const call = async (name, ...args) => {
  const ran = await run('--method', 'tools/call', '--tool-name', name, ...args.flatMap((arg) => ['--tool-arg', arg]));
  try {
    return JSON.parse(ran.stdout);
  } catch {
    return { exitCode: ran.exitCode, text: ran.stderr + ran.stdout };
  }
};
const listed = await run('--method', 'tools/list');
print({
  tools: JSON.parse(listed.stdout)
    .tools.map(({ name }) => name)
    .sort(),
  result: await call('echo', 'text=ü', 'n=1.5'),
  array: await call('list'),
  picture: await call('picture'),
  toolError: await call('fail'),
  unknown: await call('nothing'),
});
