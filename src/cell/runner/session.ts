// The main object of a runner process: takes the broker's messages, and keeps the programs and the calls.
// This is the host's own code in an untrusted process, so the broker checks everything that it sends.

import type { Socket } from 'node:net';
import { readCallHead } from '../../shared/protocol/call-heads.ts';
import { FrameReader } from '../../shared/protocol/frames.ts';
import type { CallMessage, HostMessage, InspectionStage, ToolMessage } from '../../shared/protocol/messages.ts';
import type { CheckedProgram, Program } from '../../shared/protocol/program.ts';
import { ShortMap } from '../../shared/protocol/short-map.ts';
import { IsolateCall } from './calls/isolate-call.ts';
import { PluginQueue } from './calls/plugin-queue.ts';
import { RealmCall } from './calls/realm-call.ts';
import { RunnerQueue } from './calls/runner-queue.ts';
import type { RunningCall, Send } from './calls/running-call.ts';
import { RunnerChannel } from './channel.ts';
import { CpuShares } from './isolates/cpu-shares.ts';
import { PluginProgram } from './isolates/plugin-program.ts';
import { standBy, standDown } from './isolates/standing-isolate.ts';
import { type Tidied, Tidying } from './tidying.ts';

const WATCH_EVERY_MS = 10;
/** The broker is trusted. The cap only guards against a stream that is out of step. */
const FRAME_CAPS = { headBytes: 65_536, bodyBytes: 2 ** 30 };

/** Serves one broker over `socket`, to which it only writes, until the process ends. Its timer polls calls in isolate mode, on the main thread. */
export class RunnerSession implements Tidied {
  readonly #channel: RunnerChannel;
  readonly #send: Send = (message, body) => this.#channel.send(message, body);
  readonly #sendNow: Send = (message, body) => this.#channel.sendNow(message, body);
  readonly #programs = new Map<string, PluginProgram>();
  readonly #tools = new Map<number, ToolMessage>();
  /** Digest of a program in realm mode → its queue. */
  readonly #queues = new Map<string, PluginQueue>();
  readonly #runnerQueue = new RunnerQueue();
  /** All calls without an outcome, in either mode, by their id. */
  readonly #calls = new ShortMap<number, RunningCall>();
  readonly #reader = new FrameReader(
    FRAME_CAPS,
    (head, body) => {
      const message = readCallHead(head) ?? (JSON.parse(head.toString()) as HostMessage);
      this.#onMessage(message, body.toString());
    },
    { isReused: true },
  );
  readonly #tidying = new Tidying(this);
  /** Of the calls in isolates of their own. Their CPU time is watched here; in realm mode the control thread watches. */
  readonly #shares = new CpuShares();
  #watch: NodeJS.Timeout | undefined;
  callsCome = 0;

  constructor(socket: Socket) {
    this.#channel = new RunnerChannel(socket);
  }

  start(): void {
    this.#channel.send({ t: 'hello' });
  }

  /** Takes the next bytes of the broker. Their memory may be used again afterwards. */
  take(bytes: Buffer): void {
    this.#reader.push(bytes);
  }

  get isBusy(): boolean {
    return this.#calls.size > 0;
  }

  tidyRealms(): void {
    for (const queue of this.#queues.values()) queue.tidy();
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
        return this.#calls.get(message.id)?.cancel();
      case 'diagnose':
        void this.#diagnose(message, body);
        return;
      case 'hostReply':
        return this.#calls.get(message.id)?.reply({ request: message.request, ok: message.ok, text: body });
    }
  }

  async #diagnose({ id, tool }: HostMessage & { t: 'diagnose' }, argumentsText: string): Promise<void> {
    const { digest, toolName } = this.#tools.get(tool) as ToolMessage;
    const program = this.#programs.get(digest);
    const violations = program?.isScript ? '' : await program?.diagnosis.violationsOf(toolName, argumentsText);
    this.#channel.send({ t: 'diagnosed', id }, violations ?? '');
  }

  #load({ freshState, memoryMb }: HostMessage & { t: 'load' }, program: CheckedProgram): void {
    this.#tidying.noteLoad();
    // V8 cannot go on in one isolate, and perhaps not in this process: the kill ends every call.
    const loaded = new PluginProgram(program, () => this.#send({ t: 'stuck' }), { shares: this.#shares });
    this.#programs.set(program.digest, loaded);
    if (freshState === 'realm') {
      const queue = new PluginQueue(loaded, this.#sendNow, this.#runnerQueue, {
        onEnded: (id) => this.#calls.delete(id),
      });
      this.#queues.set(program.digest, queue);
      queue.warm(memoryMb);
    } else {
      standDown();
      if (!loaded.isScript) void loaded.validators.warm().catch(() => {});
    }
  }

  async #inspect(program: Program, memoryMb: number, loadMs: number): Promise<void> {
    const onStage = (stage: InspectionStage, where: string): void =>
      this.#channel.sendNow({ t: 'stage', stage }, where);
    // Loaded here because only inspection needs the schema compiler.
    const { inspectProgram } = await import('./inspection/inspection.ts');
    this.#channel.send(
      { t: 'inspected' },
      JSON.stringify(await inspectProgram(program, { memoryMb, loadMs, onStage })),
    );
  }

  #call({ id, tool: number, callId, caller }: HostMessage & { t: 'call' }, argumentsText: string): void {
    this.callsCome += 1;
    // The broker, which is trusted, has sent the tool before.
    const tool = this.#tools.get(number) as ToolMessage;
    const message: CallMessage = { id, callId, caller, tool };
    const queue = this.#queues.get(tool.digest);
    if (queue) {
      const call = new RealmCall(queue, message, argumentsText);
      this.#calls.set(id, call);
      return this.#runnerQueue.add(call);
    }
    const program = this.#programs.get(tool.digest);
    if (!program) {
      this.#channel.send({ t: 'failed', id, cpuMs: 0, code: 'tool_error' }, 'The plugin is not loaded in this runner.');
      return;
    }
    const run = new IsolateCall(message, program, this.#shares, this.#send, () => {
      this.#calls.delete(id);
      this.#stopWatching(run);
      setImmediate(() => program.standBy(tool.limits.memoryMb));
    });
    this.#calls.set(id, run);
    this.#shares.add(run);
    this.#watch ??= setInterval(() => this.#shares.divide(), WATCH_EVERY_MS);
    void run.start(argumentsText);
  }

  #stopWatching(run: IsolateCall): void {
    this.#shares.delete(run);
    if (!this.#shares.isEmpty) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }
}
