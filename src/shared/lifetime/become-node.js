// Runs a command in another Node. JavaScript that an old Node can read. Decision 0022.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { WRAPPER_VARIABLE, watchWrapper } from './wrapper.js';

/** The signals that users, terminals and service managers send. */
const HANDED_ON = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']);

/** Exit code that shells give a command that a signal ended. @param {NodeJS.Signals} signal */
const exitCodeOf = (signal) => 128 + constants.signals[signal];

/**
 * Replaces this process by Node if the platform can do that, and never returns. Otherwise runs Node as a child and passes signals on to it; resolves
 * with its exit code when it has ended, or with 128 plus the signal's number if a signal ended it. The child ends in order if this process is killed.
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
