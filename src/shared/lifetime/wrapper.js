// Watches a wrapper, a process between the user and this one: npm, or the old Node that runs `toolcell` in a newer one. A wrapper that is killed with
// SIGKILL cannot end its child. JavaScript that an old Node can read, since toolcell.js needs it before it can load TypeScript.

import { readFileSync } from 'node:fs';

/** Environment variable with the process id of the wrapper that passes its signals on to this process. */
export const WRAPPER_VARIABLE = 'TOOLCELL_WRAPPER_PID';
const LOOK_EVERY_MS = 250;
const SHELLS = ['sh', 'dash', 'bash', 'ash', 'zsh'];

/**
 * Name and parent of a process. Undefined outside Linux, or if it has ended.
 *
 * @param {number} processId
 */
const processOf = (processId) => {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, end), parentId: Number(stat.slice(end + 2).split(' ')[1]) };
  } catch {
    return undefined;
  }
};

/**
 * True if npm runs this process for its user: `npx toolcell`, or `npm start` in a checkout. Other npm scripts do not count: they may start Toolcell in
 * the background and end.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 */
const isRunByNpm = ({ npm_command: command, npm_lifecycle_event: event, npm_package_name: name }) =>
  command === 'exec' || (event === 'start' && name === 'toolcell');

/** @param {number} processId */
const isGone = (processId) => {
  try {
    process.kill(processId, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
};

/**
 * Calls `onGone` once if the wrapper that started this process ends. Returns true if there is a wrapper: it may pass on a signal that this process also
 * gets from the terminal, so that one key press arrives twice. Looks four times a second. Its timer keeps no process alive.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {() => void} onGone
 */
export const watchWrapper = (env, onGone) => {
  const parentId = process.ppid;
  const named = Number(env[WRAPPER_VARIABLE]);
  if (named > 0 && named !== parentId && isGone(named)) {
    // It was killed before this process looked for the first time.
    setImmediate(onGone);
    return true;
  }
  const parent = processOf(parentId);
  // npm starts a shell, which stays when npm is killed.
  const shell = parent !== undefined && SHELLS.includes(parent.name) ? parent : undefined;
  const wrapper = shell === undefined ? parent : processOf(shell.parentId);
  // Every process below npm inherits the variables that npm sets. The parent counts only if npm has named it.
  const isNpm = isRunByNpm(env) && (wrapper === undefined || wrapper.name.startsWith('npm'));
  if (named !== parentId && !isNpm) return false;
  const timer = setInterval(() => {
    const isThere =
      process.ppid === parentId &&
      (shell === undefined || processOf(parentId)?.parentId === shell.parentId) &&
      // On Windows `ppid` does not change when the parent ends.
      !(process.platform === 'win32' && isGone(parentId));
    if (isThere) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return true;
};
