// What an author reads about a limit that only an operator can set.

import { expect } from 'chai';
import { explainFailure, type FailureContext } from '../../../src/cli/plugin/failure-lines.ts';
import { loadConfig } from '../../../src/settings/load/load.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import { manifestOf } from '../plugin-folder.ts';

describe('the explanation of a failure', () => {
  it('names memoryMb beside the limit of the whole process', async () => {
    const defaults = loadConfig({ cwd: import.meta.dirname, args: [], env: {} });
    if (!defaults.ok) throw new Error(defaults.problems.join());
    const manifest = manifestOf('worker', { work: {} });
    const routes = new Map([['work', { limits: defaults.config.limits }]]);
    const plugin = { manifest, bundle: {}, snapshot: { routes } } as unknown as FailureContext['plugin'];
    const failure: Failure = { code: 'exceeded_memory', detail: '', limit: 'runnerRssMb', used: 386 };
    const called = { outcome: { ok: false, failure }, log: [] } as unknown as Parameters<typeof explainFailure>[1];
    const { failure: explained } = await explainFailure(failure, called, 'work', { plugin, settings: defaults });
    expect(explained.setBy).to.match(
      /^the process has all memory of the call, garbage and buffers too; of that the heap may have 64 MB \(memoryMb\); limits\.runnerRssMb is 384 by default: an operator raises it/,
    );
  });
});
