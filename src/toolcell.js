#!/usr/bin/env node
// `toolcell`, the command line. JavaScript that an old Node can read too, so that it can tell which version is needed.
// A Node that is too old hands the command on to the one that was installed with Toolcell.

import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';
import { becomeNode } from './shared/lifetime/become-node.js';
import { cacheFolderOf, codeFolderIn } from './shared/lifetime/cache-folder.js';
import { installedNode } from './shared/lifetime/installed-node.js';
import { withNotifySocket } from './shared/lifetime/notify-socket.js';
import { watchWrapper } from './shared/lifetime/wrapper.js';

const OLDEST_NODE = 24;
const SELF = fileURLToPath(import.meta.url);
/** Prints the Node that commands run on, for service managers: they watch the process that they start, and an old Node would only be its parent. */
const NODE_PATH_FLAG = '--node-path';

/** @param {string} path */
const print = (path) => {
  process.stdout.write(`${path}\n`);
  return 0;
};

const run = async () => {
  const isForPath = process.argv[2] === NODE_PATH_FLAG;
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    const nodePath = installedNode();
    if (nodePath !== undefined && isForPath) return print(nodePath);
    if (nodePath !== undefined) return becomeNode(nodePath, [SELF, ...process.argv.slice(2)], process.env);
    process.stderr.write(
      `toolcell needs Node ${OLDEST_NODE} or later, and this is ${process.version}.\n` +
        'Install it with Toolcell by "npm ci" (without --omit=optional), or run toolcell with a newer Node.\n',
    );
    return 3;
  }
  if (isForPath) return print(process.execPath);
  const cacheFolder = cacheFolderOf(process.env);
  const codeFolder = codeFolderIn(cacheFolder);
  if (codeFolder !== undefined) {
    nodeModule.enableCompileCache(codeFolder);
    // Threads turn the cache on by this variable.
    process.env.NODE_COMPILE_CACHE = codeFolder;
  }
  // An exit, unlike a death by signal, removes what was made in the temporary folder. The listeners stay, because a wrapper may send the same
  // signal again, which must not stop the removal.
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  process.on('SIGHUP', () => process.exit(129));
  watchWrapper(process.env, () => process.exit(129));
  const { runCommandLine } = await import('./cli/toolcell.ts');
  return runCommandLine({
    words: process.argv.slice(2),
    cwd: process.cwd(),
    env: process.env,
    cacheFolder,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    becomeNode: (words) => becomeNode(...withNotifySocket(process.execPath, words, process.env)),
  });
};

process.exitCode = await run();
// After Ctrl-C nothing that is still under way is waited for.
if (process.exitCode === 130) process.exit();
