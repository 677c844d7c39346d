// Lets a call write onto everything that calls share, and looks for what is left, in that call and in a later one. Writes what it saw as
// JSON. A script of its own, because it runs under several versions of Node.

import { transformSync } from 'esbuild';
import type { RunningCall, Send } from '../../../src/cell/runner/calls/running-call.ts';
import type { CallMessage } from '../../../src/shared/protocol/messages.ts';
import { testLimits } from '../../support/config.ts';
import { type CallModules, loadCalls } from '../../support/runner-calls.ts';
import { SLOTS } from './slots.ts';

/** What a run saw. */
export interface SlotsSeen {
  readonly wrote: {
    /** Number of ways to end a fast path of V8 that were gone. */
    readonly protectors: number;
    /** Numbers of the objects that calls share, and of the functions that were called on them. */
    readonly objects: number;
    readonly calls: number;
    /** Ways that wrote onto a shared object, as `way path`. */
    readonly stuck: readonly string[];
    /** Shared objects that change inside although they are frozen, as `kind path`. */
    readonly kinds: readonly string[];
    readonly ways: readonly string[];
    /** Ways that wrote onto an object of the call's own. */
    readonly shows: readonly string[];
    readonly kindsKnown: readonly string[];
    /** Kinds that the search found among objects of the call's own. */
    readonly kindsShown: readonly string[];
  };
  /** What a call finds in a new realm, and after the call that wrote. */
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

const MARK = 'secret';
const LIMITS = {
  ...testLimits(),
  wallMs: 300_000,
  cpuMs: 300_000,
  memoryMb: 512,
  hostCalls: 1e9,
  resultBytes: 2 ** 26,
};

const factoryOf = (source: string): string => {
  const { code } = transformSync(source, { format: 'cjs', target: 'esnext' });
  const exported = `({ write: () => module.exports.write, read: () => module.exports.read })`;
  return `(function (require) { 'use strict'; const module = { exports: {} };\n${code}\nreturn ${exported}; })`;
};

class Subject {
  readonly #modules: CallModules;
  readonly #queue: InstanceType<CallModules['PluginQueue']>;
  readonly #calls = new Map<number, RunningCall>();
  #onEnd: (code: string, text: string) => void = () => {};

  constructor(modules: CallModules) {
    this.#modules = modules;
    const none = '(function (require) { return {}; })';
    const program = new modules.PluginProgram(
      {
        pluginName: 'subject',
        digest: 'sha256-00',
        entryName: 'index.js',
        factoryCode: factoryOf(SLOTS),
        validatorCode: none,
        diagnosisCode: none,
        verdict: { mode: 'realm', reason: '' },
      },
      () => {},
    );
    const send: Send = (message, body = '') => {
      if (message.t === 'done') this.#onEnd('ok', body);
      else if (message.t === 'failed') this.#onEnd(message.code, body);
      else if (message.t === 'hostRequest') {
        const reply = { request: message.request, ok: false, text: '{"name":"Error","message":"none here"}' };
        setImmediate(() => this.#calls.get(message.id)?.reply(reply));
      }
    };
    this.#queue = new modules.PluginQueue(program, send, new modules.RunnerQueue());
    this.#queue.warm(LIMITS.memoryMb);
  }

  /** Calls a tool. Resolves with its result. */
  call(tool: 'read' | 'write'): Promise<unknown> {
    const id = this.#calls.size + 1;
    const message: CallMessage = {
      id,
      callId: `call-${id}`,
      caller: 'anonymous',
      tool: {
        tool: 0,
        digest: 'sha256-00',
        toolName: tool,
        exportName: tool,
        limits: LIMITS,
      },
    };
    return new Promise((resolve, reject) => {
      this.#onEnd = (code, text) => (code === 'ok' ? resolve(JSON.parse(text)) : reject(new Error(`${code}: ${text}`)));
      const call = new this.#modules.RealmCall(this.#queue, message, JSON.stringify({ mark: MARK }));
      this.#calls.set(id, call);
      this.#queue.add(call);
    });
  }
}

const subject = new Subject(await loadCalls(SLOTS));
const before = await subject.call('read');
const wrote = await subject.call('write');
const after = await subject.call('read');
// Isolates would keep the process alive.
process.stdout.write(JSON.stringify({ wrote, before, after }), () => process.exit(0));
