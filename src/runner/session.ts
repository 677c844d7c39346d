// A runner process from its first word to its end: takes the broker's messages, keeps the programs and the calls that run.
// Trusted code in an untrusted place: the broker believes nothing it says without a check.

import type { Socket } from 'node:net';
import { readCallHead } from '../protocol/call-heads.ts';
import { FrameReader } from '../protocol/frames.ts';
import type { CallMessage, HostMessage, InspectionStage, ToolMessage } from '../protocol/messages.ts';
import type { CheckedProgram, Program } from '../protocol/program.ts';
import { ShortMap } from '../protocol/short-map.ts';
import { failedMessage } from './calls/call-failures.ts';
import { type CallEnd, CallRun } from './calls/call-run.ts';
import { RealmCalls } from './calls/realm-calls.ts';
import { RealmQueue } from './calls/realm-queue.ts';
import { RunnerChannel } from './channel.ts';
import { logMessage } from './guest-wire/log-lines.ts';
import { standBy, standDown } from './isolates/guest-realm.ts';
import { PluginProgram } from './isolates/plugin-program.ts';

const WATCH_EVERY_MS = 10;
/** The broker is trusted; the cap only guards against a stream out of step. */
const FRAME_CAPS = { headBytes: 65_536, bodyBytes: 2 ** 30 };

export class RunnerSession {
  readonly #socket: Socket;
  readonly #channel: RunnerChannel;
  readonly #programs = new Map<string, PluginProgram>();
  readonly #tools = new Map<number, ToolMessage>();
  readonly #realms = new Map<string, RealmCalls>();
  readonly #realmQueue = new RealmQueue();
  readonly #calls = new ShortMap<number, CallRun>();
  #watch: NodeJS.Timeout | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#channel = new RunnerChannel(socket);
  }

  start(): void {
    const reader = new FrameReader(FRAME_CAPS, (head, body) => {
      const message = readCallHead(head) ?? (JSON.parse(head.toString()) as HostMessage);
      this.#onMessage(message, body.toString());
    });
    this.#socket.on('data', (chunk: Buffer) => reader.push(chunk));
    this.#channel.send({ t: 'hello' });
  }

  #onMessage(message: HostMessage, body: string): void {
    switch (message.t) {
      case 'standBy':
        return standBy(message.memoryMb);
      case 'load':
        return this.#load(message, JSON.parse(body) as CheckedProgram);
      case 'inspect':
        void this.#inspect(JSON.parse(body) as Program, message.memoryMb, message.loadMs);
        return;
      case 'tool':
        this.#tools.set(message.tool, message);
        return;
      case 'call':
        return this.#call(message, body);
      case 'cancel':
        return this.#cancel(message.id);
      case 'diagnose':
        void this.#diagnose(message, body);
        return;
      case 'answer':
        return this.#answer(message, body);
    }
  }

  #cancel(id: number): void {
    if (this.#realmQueue.cancel(id)) {
      this.#channel.sendNow(
        { t: 'failed', id, cpuMs: 0, code: 'cancelled' },
        'The caller hung up before the call began.',
      );
      return;
    }
    this.#calls.get(id)?.cancel();
    for (const realm of this.#realms.values()) realm.cancel(id);
  }

  async #diagnose({ id, tool }: HostMessage & { t: 'diagnose' }, argumentsText: string): Promise<void> {
    const { digest, toolName } = this.#tools.get(tool) as ToolMessage;
    const violations = await this.#programs.get(digest)?.diagnosis.violationsOf(toolName, argumentsText);
    this.#channel.send({ t: 'diagnosed', id }, violations ?? '');
  }

  #answer({ id, ask, ok }: HostMessage & { t: 'answer' }, text: string): void {
    this.#calls.get(id)?.answer({ ask, ok, text });
    for (const realm of this.#realms.values()) realm.answer(id, { ask, ok, text });
  }

  #load({ freshState, memoryMb }: HostMessage & { t: 'load' }, program: CheckedProgram): void {
    const loaded = new PluginProgram(program, (reason) => this.#onCatastrophe(reason));
    this.#programs.set(program.digest, loaded);
    if (freshState === 'realm') {
      const realm = new RealmCalls(loaded, this.#channel, {
        onFree: () => this.#realmQueue.pump(),
        hasCompany: () => this.#realmQueue.hasWaiting,
        onLoaded: () => this.#channel.sendNow({ t: 'loaded', digest: program.digest }),
      });
      this.#realmQueue.add(realm);
      this.#realms.set(program.digest, realm);
      realm.warm(memoryMb);
    } else {
      standDown();
      void loaded.validators.warm().catch(() => {});
    }
  }

  async #inspect(program: Program, memoryMb: number, loadMs: number): Promise<void> {
    const onStage = (stage: InspectionStage, where: string): void =>
      this.#channel.sendNow({ t: 'stage', stage }, where);
    // Loaded here: only a throwaway runner wants the schema compiler.
    const { inspectProgram } = await import('./inspection/inspection.ts');
    this.#channel.send(
      { t: 'inspected' },
      JSON.stringify(await inspectProgram(program, { memoryMb, loadMs, onStage })),
    );
  }

  #call({ id, tool, callId, caller }: HostMessage & { t: 'call' }, argumentsText: string): void {
    const message = callOf({ id, callId, caller }, this.#tools.get(tool) as ToolMessage);
    const realm = this.#realms.get(message.digest);
    if (realm) return this.#realmQueue.call(realm, message, argumentsText);
    const program = this.#programs.get(message.digest);
    if (!program) {
      this.#channel.send({ t: 'failed', id, cpuMs: 0, code: 'tool_error' }, 'The plugin is not loaded in this runner.');
      return;
    }
    const run = new CallRun(message, program, {
      onBegan: () => this.#channel.send({ t: 'began', id }),
      onLog: (kind, text) => {
        const line = logMessage(id, kind, text);
        if (line) this.#channel.send(line.message, line.body);
      },
      onAsk: (ask, kind, text) => this.#channel.send({ t: 'ask', id, ask, kind }, text),
      onUnask: (ask) => this.#channel.send({ t: 'unask', id, ask }),
      onEnd: (end) => this.#onEnd(id, end, () => program.standBy(message.limits.memoryMb)),
      onStuck: () => this.#channel.send({ t: 'stuck' }),
    });
    this.#calls.set(id, run);
    this.#watch ??= setInterval(() => {
      for (const [, call] of this.#calls.entries()) call.watch();
    }, WATCH_EVERY_MS);
    void run.start(argumentsText);
  }

  #onEnd(id: number, end: CallEnd, standBy: () => void): void {
    this.#calls.delete(id);
    if (this.#calls.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    const { cpuMs, heapBytes, hostCalls } = end;
    if (end.ok) {
      this.#channel.send({ t: 'done', id, cpuMs, heapBytes, hostCalls }, end.resultText);
    } else {
      const message = failedMessage(id, { cpuMs, heapBytes, hostCalls }, end.failure);
      this.#channel.send({ ...message, heldMs: end.heldMs }, end.failure.detail);
    }
    setImmediate(standBy);
  }

  /** V8 cannot go on in one isolate, and perhaps not in this process: every call ends, and the broker makes an end of the rest. */
  #onCatastrophe(_reason: string): void {
    this.#channel.send({ t: 'stuck' });
  }
}

/** The broker has named the tool before: it is trusted. */
const callOf = (
  { id, callId, caller }: Pick<CallMessage, 'id' | 'callId' | 'caller'>,
  { tool, digest, toolName, exportName, validateArguments, limits }: ToolMessage,
): CallMessage => ({
  id,
  callId,
  caller,
  tool,
  digest,
  toolName,
  exportName,
  validateArguments,
  limits,
});
