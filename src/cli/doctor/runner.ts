// Starts a real runner under the operator's settings and calls a tool in it: if that works, plugins work too. The tool keeps a value in the configured
// store for a moment, so that a store that cannot be reached is found before an agent needs it.

import { constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { DamagedPackage } from '../../control/launch/image/shipped.ts';
import { emptiedStore } from '../../server/emptied-store.ts';
import { type LaunchPlan, StartRefused } from '../../server/sandbox.ts';
import { type Config, isRedisStore } from '../../settings/config.ts';
import type { ExternalValues } from '../../settings/load/secrets.ts';
import type { Outcome } from '../../shared/protocol/call.ts';
import { CommandFailed, type Surroundings } from '../common/command.ts';
import { mayAccess } from '../common/named-file.ts';
import { ownBundle, ownTool } from '../plugin/own-bundle.ts';
import { Workbench } from '../plugin/workbench.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const NAME = 'toolcell-doctor';
const SOURCE = `
  export const add = ({ a, b }) => a + b;
  export const keep = async ({ key }, { store }) => {
    await store.set(key, 'here', { ttlMs: 60000 });
    const kept = await store.get(key);
    await store.delete(key);
    return kept?.value ?? kept;
  };`;

const MANIFEST: Manifest = {
  name: NAME,
  version: '1.0.0',
  tools: [ownTool('add'), ownTool('keep')],
  capabilities: { store: {} },
};

const ASK_DOCTOR = 'docs/operating.md, "What locks runners down", says what the kernel or the container has to allow';

export const runner = async (
  settings: Config,
  surroundings: Pick<Surroundings, 'env' | 'cacheFolder'>,
  externalValues: ExternalValues,
): Promise<readonly Finding[]> => {
  let place: string | undefined;
  let bench: Workbench | undefined;
  try {
    // In a temporary folder, so that the check does not make the server's file.
    place = mkdtempSync(join(tmpdir(), 'toolcell-doctor-'));
    const store = isRedisStore(settings.store)
      ? settings.store
      : { ...settings.store, file: join(place, 'store.sqlite') };
    const config: Config = { ...settings, store, grants: { [NAME]: { store: true } } };
    bench = await Workbench.open(config, surroundings, { externalValues });
    return [...layerFindings(bench.sandbox.launch), ...(await callFindings(bench, settings))];
  } catch (error) {
    return [failureOf(error)];
  } finally {
    await bench?.[Symbol.asyncDispose]();
    if (place !== undefined) rmSync(place, { recursive: true, force: true });
  }
};

const failureOf = (error: unknown): Finding => {
  if (error instanceof StartRefused && error.cause instanceof DamagedPackage)
    return bad(
      'runner',
      error.message,
      'npm install toolcell, in the folder or with the flag with which it was installed',
    );
  if (error instanceof StartRefused)
    return bad('isolation', error.message, 'install what is named, or demand less with requireOsSandbox');
  if (error instanceof CommandFailed) return bad('runner', error.lines[0] ?? error.message, ASK_DOCTOR);
  return bad('runner', error instanceof Error ? error.message : String(error), ASK_DOCTOR);
};

/** The layers of isolation here. A missing layer is a warning, since the server starts without it. */
const layerFindings = ({ layers, broken }: LaunchPlan): readonly Finding[] => [
  ...(broken === undefined ? [] : [bad('runner start', broken, ASK_DOCTOR)]),
  ...layers.map(({ name, active, note }) => {
    if (active) return good(name, note);
    const at = note.lastIndexOf('; ');
    return warning(name, note.slice(0, at), note.slice(at + 2));
  }),
];

const callFindings = async (bench: Workbench, { store }: Config): Promise<readonly Finding[]> => {
  const startMs = performance.now();
  const { snapshot } = await bench.load(ownBundle(MANIFEST, { entryName: 'doctor.js', entrySource: SOURCE }));
  const { outcome } = await bench.call(snapshot, 'add', '{"a": 2, "b": 3}');
  if (!outcome.ok) return [bad('runner', `a call failed: ${outcome.failure.detail}`, ASK_DOCTOR)];
  const sum = outcome.resultJson.toString();
  if (sum !== '5')
    return [bad('runner', `2 + 3 came back as ${sum}`, 'the memory or the processor of this machine is at fault')];
  const tookMs = Math.round(performance.now() - startMs);
  const kept = (await bench.call(snapshot, 'keep', JSON.stringify({ key: `doctor-${process.pid}` }))).outcome;
  return [good('runner', `a plugin was loaded and called in ${tookMs} ms`), await storeFinding(store, kept)];
};

const storeFinding = async (store: Config['store'], kept: Outcome): Promise<Finding> => {
  const { file } = store;
  const emptied = await emptiedStore({ store });
  const isRedis = isRedisStore(store);
  if (!kept.ok)
    return bad(
      'store',
      `${isRedis ? 'Redis' : 'SQLite'}: ${kept.failure.detail}`,
      isRedis ? 'start Redis, and check store.redisUrl' : ASK_DOCTOR,
    );
  if (isRedis) return good('store', 'a value was kept in Redis and taken out again');
  if (emptied !== undefined) {
    const [found = '', advice = ''] = emptied.split(' → ');
    return warning('store', found, advice);
  }
  const place = existsSync(file) ? file : dirname(file);
  if (mayAccess(place, constants.W_OK)) return good('store', `SQLite works; values are kept in ${file}`);
  const advice = 'plugins that keep values fail; name another store.file, or let this user write there';
  return warning('store', `${place} may not be written to`, advice);
};
