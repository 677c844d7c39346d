import { expect } from 'chai';
import type { CatalogSnapshot } from '../../../src/catalog/model/snapshot.ts';
import type { CallTotals } from '../../../src/server/metrics/call-totals.ts';
import { LabelCap } from '../../../src/server/metrics/label-cap.ts';
import type { KeyFigures } from '../../../src/server/metrics/sources.ts';
import { type BrokerStatus, RUNNER_ENDS } from '../../../src/shared/protocol/task.ts';
import { type Exposition, readExposition } from '../../support/exposition.ts';
import { BROKER, FAMILIES, registryOf, type Scraped, sourcesWith } from '../../support/figures.ts';
import { entryOf } from './entries.ts';

const textOf = (scraped?: Scraped): Promise<string> => registryOf(scraped).text();

const read = async (scraped?: Scraped): Promise<Exposition> => readExposition(await textOf(scraped));

const valuesOf = ({ lines }: Exposition, name: string): readonly (readonly [labels: string, value: number])[] =>
  lines.filter((line) => line.name === name).map(({ labels, value }) => [Object.values(labels).join(' '), value]);

const runner = (cordon: string | undefined, state: string, rssMb?: number): BrokerStatus['runners'][number] => ({
  ...{ processId: 1, cordon, state, callsInFlight: 1, callsServed: 2, rssMb, isolates: 1 },
});

describe('the text for Prometheus', () => {
  it('has a head for each family, also for those that have no value yet', async () => {
    expect([...(await read()).types]).to.deep.equal(Object.entries(FAMILIES).map(([name, { type }]) => [name, type]));
  });

  it('has the calls that were answered as an earlier one', async () => {
    const note = (totals: CallTotals): void => {
      for (const more of [{}, { replayOf: 'd1136036-580d-43a6-84c7-e77d437a2c9b' }])
        totals.note(entryOf({ toolName: 'a', ...more }));
    };
    expect((await read({ note })).valueOf('toolcell_calls_replayed_total')).to.equal(1);
  });

  it('names only labels that the table has', async () => {
    const note = (totals: CallTotals): void => {
      for (const toolName of ['a', 'b', undefined]) {
        const reach = { fetches: 1, storeCalls: 1, signatures: 1, requestBytes: 1, responseBytes: 1, hostCalls: 1 };
        totals.note(entryOf({ toolName, ...reach }));
        totals.note(entryOf({ toolName, code: 'exceeded_cpu', limit: 'cpuMs' }));
        totals.note(entryOf({ toolName, code: 'rate_limited', deniedBy: 'throttling.quotas.each.calls' }));
      }
      const entry = { callId: '1', admin: 'one', key: 'ab', outcome: 'serving', totalMs: 1 } as const;
      totals.noteAdmin({ ...entry, action: 'put', code: 'ok' });
    };
    const quarantined = [{ cordon: 'plugin:a', retryAfterMs: 500 }];
    const broker = (): BrokerStatus => ({ ...BROKER, runners: [runner('plugin:a', 'ready', 5)], quarantined });
    const keys = (): KeyFigures => ({ held: 1, nextEndMs: 1_000 });
    const { lines } = await read({
      note,
      names: 1,
      sources: sourcesWith({ broker, keys, certificateEndMs: () => 1_000, isConfigurationRefused: () => true }),
    });
    const seen = new Set<string>();
    for (const { name, labels } of lines) {
      const family = name in FAMILIES ? name : name.replace(/_(bucket|sum|count)$/, '');
      seen.add(family);
      const { le: _, ...own } = labels;
      expect(Object.keys(own), name).to.deep.equal(FAMILIES[family]?.labels);
    }
    expect([...seen].toSorted()).to.deep.equal(Object.keys(FAMILIES).toSorted());
  });

  it('escapes what a label must not have', async () => {
    const text = await textOf({ note: (totals) => totals.note(entryOf({ caller: 'client:a"b\\c\nd' })) });
    expect(text).to.contain('toolcell_client_calls_total{client="a\\"b\\\\c\\nd",code="ok"} 1\n');
  });

  it('counts each duration in every bucket up to its own and above', async () => {
    const note = (totals: CallTotals): void => {
      for (const totalMs of [0, 1, 1.01, 30_000, 30_001]) totals.note(entryOf({ totalMs }));
    };
    const shown = await read({ note });
    const bucket = (le: string) => shown.valueOf('toolcell_call_duration_seconds_bucket', { tool: 'echo', le });
    expect(['0.001', '0.0025', '30', '+Inf'].map(bucket)).to.deep.equal([2, 3, 4, 5]);
    expect(shown.valueOf('toolcell_call_duration_seconds_count', { outcome: 'ok' })).to.equal(5);
    expect(shown.valueOf('toolcell_call_queue_seconds_count')).to.equal(5);
  });

  it('counts nothing twice if it is read twice', async () => {
    const registry = registryOf({ note: (totals) => totals.note(entryOf()) });
    const first = await registry.text();
    expect(await registry.text()).to.equal(first);
  });

  it('counts runners and their memory by cordon, and bounds the names', async () => {
    const runners = [
      runner('plugin:a', 'ready', 10),
      runner('plugin:a', 'ready', 20),
      runner('plugin:a', 'starting'),
      runner('plugin:b', 'ready', 5),
      runner('plugin:c', 'ready', 7),
      runner(undefined, 'ready'),
    ];
    const quarantined = [
      { cordon: 'plugin:a', retryAfterMs: 1_500 },
      { cordon: 'plugin:b', retryAfterMs: 900 },
      { cordon: 'plugin:c', retryAfterMs: 4_000 },
    ];
    const broker = (): BrokerStatus => ({ ...BROKER, runners, quarantined });
    const shown = await read({ sources: sourcesWith({ broker }), cordonNames: new LabelCap(1) });
    expect(valuesOf(shown, 'toolcell_runners')).to.deep.equal([
      ['plugin:a ready', 2],
      ['plugin:a starting', 1],
      ['(other) ready', 2],
      ['(spare) ready', 1],
    ]);
    expect(valuesOf(shown, 'toolcell_runner_memory_bytes')).to.deep.equal([
      ['plugin:a', 30 * 2 ** 20],
      ['(other)', 12 * 2 ** 20],
    ]);
    expect(valuesOf(shown, 'toolcell_quarantine_seconds')).to.deep.equal([
      ['plugin:a', 1.5],
      ['(other)', 4],
    ]);
    expect(shown.valueOf('toolcell_isolates')).to.equal(6);
    expect(shown.valueOf('toolcell_runner_peak_memory_bytes')).to.equal(12 * 2 ** 20);
  });

  it('has every reason for which runners end, with 0 before the first', async () => {
    const broker = (): BrokerStatus => ({ ...BROKER, ends: { crashed: 2 } });
    const ends = valuesOf(await read({ sources: sourcesWith({ broker }) }), 'toolcell_runner_ends_total');
    expect(ends).to.deep.equal(RUNNER_ENDS.map((reason) => [reason, reason === 'crashed' ? 2 : 0]));
  });

  it('has every reason for which runners make room', async () => {
    const broker = (): BrokerStatus => ({ ...BROKER, evictions: { extra: 3, last: 2, busy: 0 } });
    const evictions = valuesOf(await read({ sources: sourcesWith({ broker }) }), 'toolcell_runner_evictions_total');
    expect(evictions).to.deep.equal([
      ['extra', 3],
      ['last', 2],
      ['busy', 0],
    ]);
  });

  it('tells what became of the plugins in the folder', async () => {
    const catalog = (): CatalogSnapshot =>
      ({
        bundles: [{ waitsForGrants: true }, { waitsForGrants: false }, { waitsForGrants: false }],
        standby: [{ cause: 'waits for approval' }, { cause: 'newer version serves' }, { cause: 'copy' }],
        refused: [{}],
        toolNames: ['a', 'b', 'c', 'd'],
      }) as unknown as CatalogSnapshot;
    const shown = await read({ sources: sourcesWith({ catalog }) });
    expect(valuesOf(shown, 'toolcell_plugins')).to.deep.equal([
      ['serving', 2],
      ['waits_for_grants', 1],
      ['waits_for_approval', 1],
      ['stands_by', 2],
      ['refused', 1],
    ]);
    expect(shown.valueOf('toolcell_tools')).to.equal(4);
  });

  it('tells what keeps calls from working, and claims nothing before it knows', async () => {
    const trouble = await read({ readiness: { store: 'no connection to redis://secret@10.0.0.1' } });
    expect(trouble.valueOf('toolcell_ready')).to.equal(0);
    expect(valuesOf(trouble, 'toolcell_unready')).to.deep.equal([
      ['draining', 0],
      ['runners', 0],
      ['keys', 0],
      ['store', 1],
      ['tools', 0],
    ]);
    const degraded = await read({ readiness: { store: 'no connection', isDegraded: true } });
    expect([
      degraded.valueOf('toolcell_ready'),
      degraded.valueOf('toolcell_unready', { cause: 'store' }),
    ]).to.deep.equal([1, 1]);
    expect((await read()).valueOf('toolcell_ready')).to.equal(1);
    expect((await read({ sources: sourcesWith({ isDraining: () => true }) })).valueOf('toolcell_ready')).to.equal(0);
    expect((await read({ readiness: undefined })).valueOf('toolcell_ready')).to.equal(undefined);
  });

  it('counts API keys, and tells when the next one expires', async () => {
    const shown = await read({ sources: sourcesWith({ keys: () => ({ held: 3, nextEndMs: 4_000 }) }) });
    expect(shown.valueOf('toolcell_api_keys')).to.equal(3);
    expect(shown.valueOf('toolcell_api_key_expires_timestamp_seconds')).to.equal(4);
    const endless = await read({ sources: sourcesWith({ keys: () => ({ held: 1, nextEndMs: undefined }) }) });
    expect(endless.valueOf('toolcell_api_key_expires_timestamp_seconds')).to.equal(undefined);
    expect((await read()).valueOf('toolcell_api_keys')).to.equal(undefined);
  });

  it('tells when the certificate ends, if the server has one', async () => {
    const certificateEndMs = (): number => Date.parse('2999-01-01T00:00:00.000Z');
    const shown = await read({ sources: sourcesWith({ certificateEndMs }) });
    expect(shown.valueOf('toolcell_tls_certificate_not_after_seconds')).to.equal(certificateEndMs() / 1_000);
    expect((await read()).valueOf('toolcell_tls_certificate_not_after_seconds')).to.equal(undefined);
  });
});
