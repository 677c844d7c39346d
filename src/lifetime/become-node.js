// Hands a command on to another Node. JavaScript that an old Node can read.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { WRAPPER_VARIABLE, watchWrapper } from './wrapper.js';

/** What users, terminals and service managers send. */
const HANDED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);

/** Exit code of a command that a signal ended, as shells tell it. @param {NodeJS.Signals} signal */
const exitCodeOf = (signal) => 128 + constants.signals[signal];

/**
 * Runs Node in this process's place if the platform can do that, and never returns. Otherwise runs it as a child, hands signals on to it, and
 * resolves with its exit code once it has ended: 128 and the signal's number if one ended it. The child ends in order if this process is killed.
 *
 * @param {string} nodePath
 * @param {readonly string[]} words
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>}
 */
export const becomeNode = (nodePath, words, env) => {
  if (typeof process.execve === 'function' && process.platform !== 'win32')
    process.execve(nodePath, [nodePath, ...words], env);
  const child = spawn(nodePath, words, {
    stdio: 'inherit',
    env: { ...env, [WRAPPER_VARIABLE]: String(process.pid) },
  });
  for (const signal of HANDED_ON) {
    process.removeAllListeners(signal);
    // On Windows this would kill the child, which gets Ctrl-C from the console by itself.
    process.on(signal, () => void (process.platform !== 'win32' && child.kill(signal)));
  }
  watchWrapper(env, () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
};
