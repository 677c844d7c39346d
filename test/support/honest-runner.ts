// A runner without a process: speaks the wire of src/shared/protocol/messages.ts as the real one does, and does the steps that a test names. Imported
// by tests.
//
// It is honest: it takes calls in their order, reads nothing while code of a realm runs, and answers `cancel` as the real one does.

import { doneHead, readCallHead } from '../../src/shared/protocol/call-heads.ts';
import { encodeFrame, FrameReader } from '../../src/shared/protocol/frames.ts';
import type { FreshState } from '../../src/shared/protocol/fresh-state.ts';
import type { HostMessage, RunnerMessage } from '../../src/shared/protocol/messages.ts';

const CAPS = { headBytes: 1_000_000, bodyBytes: 10_000_000 };

/** A call that the runner has read and not answered. */
export interface HonestCall {
  readonly id: number;
  readonly callId: string;
  readonly digest: string;
  state: 'queued' | 'running' | 'suspended';
  /** Host requests without a reply. */
  readonly open: Set<number>;
}

export interface HonestRunnerEvents {
  /** Bytes for the host. */
  write(bytes: Buffer): void;
  /** The host has sent a call. A runner whose code runs reads it later. */
  onSent(callId: string): void;
  /** The code of a call begins. */
  onBegan(callId: string): void;
}

/** How a call ends. `slow`: with a result, after much CPU time. `spent`: it passed a limit. */
export type HonestAnswer = 'ok' | 'slow' | 'failed' | 'spent';

const QUICK_CPU_MS = 0.05;
const SLOW_CPU_MS = 20;

export class HonestRunner {
  readonly #events: HonestRunnerEvents;
  readonly #reader = new FrameReader(CAPS, (head, body) => {
    this.#unread.push([head, body]);
    const call = readCallHead(head);
    if (call) this.#events.onSent(call.callId);
  });
  #unread: (readonly [head: Buffer, body: Buffer])[] = [];
  readonly #calls = new Map<number, HonestCall>();
  readonly #digestOfTool = new Map<number, string>();
  /** Program → whether its realm is made. */
  readonly #programs = new Map<string, boolean>();
  #freshState: FreshState = 'isolate';
  #hasGreeted = false;
  #isDead = false;

  constructor(events: HonestRunnerEvents) {
    this.#events = events;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get hasGreeted(): boolean {
    return this.#hasGreeted;
  }

  get isSerial(): boolean {
    return this.#freshState === 'realm';
  }

  /** Calls that it has read and not answered, in the order they came. */
  get calls(): readonly HonestCall[] {
    return [...this.#calls.values()];
  }

  /** The call whose code runs in the realm. */
  get running(): HonestCall | undefined {
    return this.isSerial ? this.calls.find(({ state }) => state === 'running') : undefined;
  }

  /** Bytes of the host. */
  take(bytes: Uint8Array): void {
    if (this.#isDead) return;
    this.#reader.push(Buffer.from(bytes));
    this.#go();
  }

  /** It has started. */
  greet(): void {
    this.#hasGreeted = true;
    this.#say({ t: 'hello' });
    this.#go();
  }

  /** Makes the next realm, or the isolate of the next call. False if there is nothing to make. */
  prepare(): boolean {
    if (!this.#hasGreeted) return false;
    if (!this.isSerial) {
      const next = this.calls.find(({ state }) => state === 'queued');
      if (next) this.#begin(next, true);
      return next !== undefined;
    }
    if (this.running) return false;
    const [digest] = [...this.#programs].find(([, isMade]) => !isMade) ?? [];
    if (digest === undefined) return false;
    this.#programs.set(digest, true);
    this.#say({ t: 'loaded', digest });
    this.#go();
    return true;
  }

  /** Ends a call that runs. The result is its call id. `next`: a suspended call that goes on then, before any other begins. */
  answer(call: HonestCall, answer: HonestAnswer, next?: HonestCall): void {
    const { id } = call;
    this.#calls.delete(id);
    const cpuMs = answer === 'slow' ? SLOW_CPU_MS : QUICK_CPU_MS;
    if (answer === 'failed') this.#say({ t: 'failed', id, cpuMs, code: 'tool_error' }, 'no');
    else if (answer === 'spent') this.#say({ t: 'failed', id, cpuMs, code: 'exceeded_cpu', limit: 'cpuMs' }, 'spent');
    else this.#write(doneHead({ id, cpuMs, heapBytes: 1, hostCalls: 0 }), JSON.stringify(call.callId));
    if (next) this.resume(next);
    this.#go();
  }

  /** A running call makes a host request. */
  ask(call: HonestCall, request: number): void {
    call.open.add(request);
    this.#say({ t: 'hostRequest', id: call.id, request, kind: 'store' }, '{"op":"get","key":"k"}');
  }

  /** A running call of a realm waits. `heapBytes`: what the realm holds. */
  suspend(call: HonestCall, heapBytes: number): void {
    call.state = 'suspended';
    this.#say({ t: 'suspended', id: call.id, heapBytes });
    this.#go();
  }

  /** A suspended call goes on. Only if no other call runs. */
  resume(call: HonestCall): void {
    call.state = 'running';
    this.#say({ t: 'resumed', id: call.id });
  }

  /** It asks to be killed. Only suspended calls can fill a heap together. */
  complain(asked: 'stuck' | 'full'): void {
    const isShared = [...this.#calls.values()].some(({ state }) => state === 'suspended');
    this.#say({ t: asked === 'full' && !isShared ? 'stuck' : asked });
  }

  die(): void {
    this.#isDead = true;
    this.#calls.clear();
  }

  /** Reads what has come, and begins the next call. */
  #go(): void {
    if (!this.#hasGreeted) return;
    for (;;) {
      if (this.#isDead || this.running) return;
      const next = this.#unread.shift();
      if (next) this.#read(...next);
      else if (!this.#beginNext()) return;
    }
  }

  /** In a realm, calls begin by themselves. Those behind a call whose realm is being made wait. */
  #beginNext(): boolean {
    const next = this.isSerial ? this.calls.find(({ state }) => state === 'queued') : undefined;
    if (!next || !this.#programs.get(next.digest)) return false;
    // Without company the host knows that it begins.
    this.#begin(
      next,
      this.calls.some(({ state }) => state === 'suspended'),
    );
    return true;
  }

  #begin(call: HonestCall, isTold: boolean): void {
    call.state = 'running';
    if (isTold) this.#say({ t: 'began', id: call.id });
    this.#events.onBegan(call.callId);
  }

  #read(head: Buffer, body: Buffer): void {
    const message: HostMessage = readCallHead(head) ?? JSON.parse(head.toString());
    switch (message.t) {
      case 'load':
        this.#freshState = message.freshState;
        this.#programs.set(JSON.parse(body.toString()).digest, false);
        return;
      case 'tool':
        this.#digestOfTool.set(message.tool, message.digest);
        return;
      case 'call': {
        const { id, callId, tool } = message;
        const digest = this.#digestOfTool.get(tool) as string;
        this.#calls.set(id, { id, callId, digest, state: 'queued', open: new Set() });
        return;
      }
      case 'cancel':
        if (this.#calls.delete(message.id))
          this.#say({ t: 'failed', id: message.id, cpuMs: 0, code: 'cancelled' }, 'The caller hung up.');
        return;
      case 'diagnose':
        return this.#say({ t: 'diagnosed', id: message.id });
      case 'hostReply':
        this.#calls.get(message.id)?.open.delete(message.request);
    }
  }

  #say(message: RunnerMessage, body = ''): void {
    this.#write(JSON.stringify(message), body);
  }

  #write(head: string | Buffer, body: string): void {
    if (!this.#isDead) this.#events.write(encodeFrame(head, body));
  }
}
