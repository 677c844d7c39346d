// A `Control` whose runner processes a test plays: it sees what the broker writes, and says what the runners say. No process is started.

import { CardReader } from '../../src/control/call-card.ts';
import type { HostCalls } from '../../src/control/capabilities/host-calls.ts';
import type { Control, ControlledListener, ControlledProcess } from '../../src/control/control.ts';
import { doneHead, readCallHead } from '../../src/shared/protocol/call-heads.ts';
import { encodeFrame, FrameReader } from '../../src/shared/protocol/frames.ts';
import type { HostMessage, RunnerMessage } from '../../src/shared/protocol/messages.ts';

const CAPS = { headBytes: 2 ** 24, bodyBytes: 2 ** 24 };

interface Written {
  readonly message: HostMessage;
  readonly body: string;
}

/** One runner process. Its channel reports to the broker at once, in the turn of the test. */
export class ScriptedRunner implements ControlledProcess {
  readonly processId: number;
  readonly listener: ControlledListener;
  readonly written: Written[] = [];
  cordon: string | undefined;
  /** The broker has asked to end it. */
  isEnded = false;
  readonly #reader = new FrameReader(CAPS, (head, body) => {
    const message = readCallHead(head) ?? (JSON.parse(head.toString()) as HostMessage);
    this.written.push({ message, body: body.toString() });
  });

  readonly #card: CardReader;

  constructor(processId: number, listener: ControlledListener, cardMemory: SharedArrayBuffer) {
    this.processId = processId;
    this.listener = listener;
    this.#card = new CardReader(cardMemory);
  }

  /** Its memory, as the control thread would measure it, in MB. */
  uses(ownMb: number): void {
    this.#card.noteMemory({ rssMb: ownMb + 45, ownMb });
  }

  /** Bodies of the calls that it was sent, in order. */
  get calls(): readonly string[] {
    return this.written.filter(({ message }) => message.t === 'call').map(({ body }) => body);
  }

  /** Number of messages of a kind that it was sent. */
  count(kind: HostMessage['t']): number {
    return this.written.filter(({ message }) => message.t === kind).length;
  }

  says(message: RunnerMessage, body = ''): void {
    const head = message.t === 'done' ? doneHead(message) : JSON.stringify(message);
    this.listener.onData(encodeFrame(head, body));
  }

  answers(id: number, resultJson = '"done"'): void {
    this.says({ t: 'done', id, cpuMs: 0, heapBytes: 0, hostCalls: 0 }, resultJson);
  }

  exits(how = 'SIGKILL'): void {
    this.listener.onExited(how);
  }

  write(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) this.#reader.push(Buffer.from(piece));
  }

  end(): void {
    this.isEnded = true;
  }

  assign(cordon: string): void {
    this.cordon = cordon;
  }

  noteReady(): void {}
  wake(): void {}
  coreWaits = async (): Promise<ReadonlyMap<string, number>> => new Map();
  waitedMs(_id: number, _wallMs: number, onAnswer: (waitedMs: number | undefined) => void): void {
    onAnswer(undefined);
  }
}

export class ScriptedControl implements Control {
  /** All runners that were started, in order. */
  readonly runners: ScriptedRunner[] = [];
  readonly peakRssMb = 0;
  /** May be replaced by a test. */
  openHostCalls = (): HostCalls => {
    throw new TypeError('a bug of the host');
  };

  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess {
    const runner = new ScriptedRunner(this.runners.length + 1, listener, memory);
    this.runners.push(runner);
    return runner;
  }

  argumentViolations: Control['argumentViolations'] = (_claims, _argumentsJson, onVerified) => onVerified([]);
}

/** Lets the broker write what it has collected in this turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
