import process, { nextTick } from 'node:process';
import timers from 'node:timers';
import { setImmediate as immediately, setTimeout as later } from 'node:timers/promises';

export const cases = {
  'is the global': () => [typeof process.env, Array.isArray(process.argv), typeof process.argv[1]],
  'tells what it runs on': () => [
    process.platform,
    /^v\d+\./.test(process.version),
    typeof process.versions.node,
    process.release.name,
    typeof process.pid,
  ],
  'runs ticks after the code and before timers': async () => {
    const seen = [];
    await new Promise((resolve) => {
      setTimeout(() => {
        seen.push('timer');
        resolve();
      }, 1);
      nextTick((a, b) => seen.push(`tick ${a}${b}`), 1, 2);
      seen.push('code');
    });
    return seen;
  },
  'runs immediates in their order': async () => {
    const seen = [];
    const cancelled = setImmediate(() => seen.push('never'));
    clearImmediate(cancelled);
    await new Promise((resolve) => {
      setImmediate((a) => seen.push(a), 'first');
      setImmediate(() => {
        seen.push('second');
        resolve();
      });
    });
    return seen;
  },
  'measures time': () => [
    process.hrtime().length,
    typeof process.hrtime.bigint(),
    process.hrtime(process.hrtime())[0],
    process.uptime() >= 0,
  ],
  'tells events': () => process.emit('mine') || process.listenerCount('mine'),
  'has timers with methods': () => {
    const timer = setTimeout(() => {}, 10_000);
    const shown = [typeof timer.unref, timer.unref() === timer, timer.hasRef !== undefined, typeof timer.refresh];
    clearTimeout(timer);
    const other = timers.setInterval(() => {}, 10_000).unref();
    timers.clearInterval(other);
    return shown;
  },
  waits: async () => [await later(1, 'a'), await immediately('b')],
  'stops waiting': () => later(10_000, 'a', { signal: AbortSignal.abort() }),
  'writes no file descriptor': () => [process.stdout.isTTY ?? false, process.stdout.write(''), process.stderr.fd],
  'has memory and CPU time': () => [
    typeof process.memoryUsage().rss,
    typeof process.memoryUsage.rss(),
    typeof process.cpuUsage().user,
  ],
  'refuses to end what is not a number': () => typeof process.exit,
};
