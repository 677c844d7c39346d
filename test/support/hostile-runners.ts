// Settings, routes and calls for tests of runners that an attacker controls; see test/fixtures/runners/hostile.mjs. Imported by tests.

import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrokerSettings } from '../../src/broker/runner/settings.ts';
import { DenialBudget } from '../../src/control/capabilities/denials.ts';
import type { Capabilities } from '../../src/control/capabilities/host-calls.ts';
import type { ToolRoute } from '../../src/shared/protocol/call.ts';
import { NO_GRANTS } from '../../src/shared/protocol/capabilities.ts';
import type { FreshState } from '../../src/shared/protocol/fresh-state.ts';
import type { CheckedProgram } from '../../src/shared/protocol/program.ts';
import type { CallTask } from '../../src/shared/protocol/task.ts';
import { testLimits } from './config.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/runners/hostile.mjs', import.meta.url));
const PATIENCE_MS = 60_000;
export const LIMITS = {
  ...testLimits(),
  wallMs: 400,
  killGraceMs: 50,
  resultBytes: 100_000,
  logBytes: 10_000,
  logLines: 100,
  hostCalls: 50,
};

/** The settings of a broker that starts a hostile runner. */
export const settingsFor = (behaviour: string): BrokerSettings => ({
  launch: {
    command: process.execPath,
    args: [SCRIPT, behaviour],
    place: 'itself',
    seccomp: undefined,
    inheritedFile: undefined,
    userId: undefined,
    layers: [],
    refusedFlags: [],
    broken: undefined,
  },
  runners: 1,
  spares: 0,
  callsPerRunner: 4,
  cores: 2,
  recycleAfterCalls: 1_000,
  recycleAfterIsolates: 1_000,
  idleMs: 60_000,
  resultBytes: 100_000,
  programBytes: 4_000_000,
  hostRequestBytes: 100_000,
  loadMs: 300,
  loadMemoryMb: 32,
  loadRssMb: 200,
  killGraceMs: 50,
  // A busy machine takes seconds to start a process. Only who never says hello has to wait for this.
  startMs: behaviour === 'neverHello' ? 1_000 : 30_000,
  preparation: { wallMs: 2_000, cpuMs: 400 },
  quarantine: { kills: 5, windowMs: 1_000, pauseMs: 1_000, maxPauseMs: 1_000 },
  egress: { dnsServers: [], extraCas: [], secrets: {} } as unknown as BrokerSettings['egress'],
  store: { kind: 'sqlite', file: '', redisUrl: undefined } as unknown as BrokerSettings['store'],
});

export const PROGRAM: CheckedProgram = {
  pluginName: 'subject',
  digest: 'sha256-00',
  entryName: 'index.js',
  factoryCode: '',
  validatorCode: '',
  diagnosisCode: '',
  verdict: { mode: 'isolate', reason: '' },
};

export const routeFor = (freshState: FreshState, wallMs: number = LIMITS.wallMs): ToolRoute => ({
  toolName: 'tool',
  pluginName: 'subject',
  version: '1.0.0',
  digest: PROGRAM.digest,
  cordon: 'plugin:subject',
  exportName: 'tool',
  resultForm: 'value',
  limits: { ...LIMITS, wallMs },
  grants: NO_GRANTS,
  freshState,
});

export const taskOf = (route: ToolRoute, index: number): CallTask => ({
  callId: `call-${index}`,
  caller: 'anonymous',
  callerSecrets: {},
  argumentsJson: Buffer.from('{}'),
  route,
  program: PROGRAM,
  queueMs: 1_000,
});

/** Capabilities that record the runner's questions in `asked` and never answer them. */
export const capabilities = (asked: string[]): Capabilities => {
  const never = (text: string): Promise<never> => {
    asked.push(text);
    return new Promise(() => {});
  };
  const refusals = { denials: new DenialBudget(), onFault: () => {} };
  return { egress: { fetch: never }, store: { perform: never }, signer: { sign: never }, ...refusals };
};

export const isAlive = (processId: number): boolean => {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
};

/** Waits until `isSo` returns true. Throws after a minute; `what` names the condition. */
export const until = async (isSo: () => boolean, what: string): Promise<void> => {
  const startMs = performance.now();
  while (!isSo()) {
    if (performance.now() - startMs > PATIENCE_MS) throw new Error(`${what}: not within ${PATIENCE_MS} ms`);
    await pause(5);
  }
};
