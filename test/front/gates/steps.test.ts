// The list of the steps of a call: its order, and that the steps of a host run in it.

import { expect } from 'chai';
import type { CatalogSnapshot } from '../../../src/catalog/model/snapshot.ts';
import { Access } from '../../../src/front/gates/access/access.ts';
import { Selections } from '../../../src/front/gates/access/selection.ts';
import type { Answers } from '../../../src/front/gates/idempotency/answers.ts';
import { CALL_STEPS, type CallSteps, chainOf } from '../../../src/front/gates/steps.ts';
import { type CallStepsParts, callSteps } from '../../../src/server/call-steps.ts';
import type { Executor, NamedRoute, Outcome } from '../../../src/shared/protocol/call.ts';
import { NO_USAGE } from '../../../src/shared/protocol/call.ts';
import { LightSignal } from '../../../src/shared/protocol/light-signal.ts';
import { testConfig } from '../../support/config.ts';

const NAMES = CALL_STEPS.map(({ name }) => name);
const DONE: Outcome = { ok: true, resultJson: Buffer.from('1'), usage: NO_USAGE };
const CALL = { callId: '1', toolName: 'echo', argumentsJson: Buffer.from('{}'), signal: new LightSignal() };

describe('the steps of a call', () => {
  it('stand in this order, each with its guarantee', () => {
    expect(NAMES).to.deep.equal(['access', 'scripts', 'idempotency', 'quotas', 'catalog', 'dispatch']);
    for (const { guarantee } of CALL_STEPS) expect(guarantee).to.match(/^[A-Z].{20,}\.$/);
  });

  it('are joined in the order of the list, without those that the server does not have', async () => {
    const seen: string[] = [];
    const noting =
      (name: string) =>
      (next: Executor<never>): Executor => ({
        execute: (call) => {
          seen.push(name);
          return next.execute(call as never);
        },
      });
    const last: Executor = { execute: async () => DONE };
    const steps = Object.fromEntries(
      NAMES.map((name) => [name, name === 'dispatch' ? noting(name)(last) : noting(name)]),
    ) as unknown as CallSteps;
    expect(await chainOf(steps).execute(CALL)).to.equal(DONE);
    expect(seen.splice(0)).to.deep.equal(NAMES);
    await chainOf({ ...steps, idempotency: undefined }).execute(CALL);
    expect(seen).to.deep.equal(NAMES.filter((name) => name !== 'idempotency'));
  });

  it('run in the order of the list at a host', async () => {
    const seen: string[] = [];
    const note = (name: string): void => {
      if (seen.at(-1) !== name) seen.push(name);
    };
    const config = testConfig('/nowhere');
    const route = { pluginName: 'echoes', version: '1.0.0', limits: config.limits } as unknown as NamedRoute;
    const routes = new Map([['echo', route]]);
    const snapshot = {
      routes,
      toolNames: ['echo'],
      programs: new Map(),
    } as unknown as CatalogSnapshot;
    class NotingAccess extends Access {
      override viewOf(caller: Parameters<Access['viewOf']>[0]): ReturnType<Access['viewOf']> {
        note('access');
        return super.viewOf(caller);
      }
    }
    const answers: Answers = {
      begin: () => {
        note('idempotency');
        return { is: 'first', claim: { keep: () => {}, release: () => {} } };
      },
    };
    const parts: CallStepsParts = {
      access: new NotingAccess({ settings: () => config.access, tools: () => new Map() }),
      selections: new Selections(
        () => ({}),
        () => new Map(),
      ),
      tools: () => new Map(),
      scriptsAllow: () => {
        note('scripts');
        return [];
      },
      kept: { answers, answerBytes: 1_000, keptBytes: 10_000 },
      quotas: () => ({ each: { calls: 1, every: 'day' } }),
      counts: {
        take: () => {
          note('quotas');
          return { passes: true, levels: [1] };
        },
        charge: () => {},
        leave: () => {},
      },
      catalog: {
        snapshot,
        whenInspected: () => {
          note('catalog');
          return undefined;
        },
      },
      maxWaiting: 1,
      dispatcher: {
        execute: async () => {
          note('dispatch');
          return DONE;
        },
      },
    };
    const outcome = await callSteps(parts).execute({
      ...{ ...CALL, idempotencyKey: 'a-key', ofScript: { queueMs: 1 } },
    });
    expect(outcome.ok).to.equal(true);
    expect(seen).to.deep.equal(NAMES);
  });
});
