// What the listening thread wants of whoever has the processes of runners: they are started, watched and ended for it, and what tools ask of the
// host is carried out.

import type { Violation } from '../protocol/errors.ts';
import type { Effects } from './capabilities/effects.ts';
import type { AskingCall } from './link-messages.ts';
import type { ProcessListener } from './process-control.ts';

/** A process as the listening thread has it. */
export interface ControlledProcess {
  /** Undefined until the system has made it. */
  readonly processId: number | undefined;
  /** Writes pieces of one stream to its channel. */
  write(pieces: readonly Uint8Array[]): void;
  /** It has said its first word: it is a runner. */
  noteReady(): void;
  /** It serves the plugins of this cordon from now on. */
  assign(cordon: string): void;
  /** Called after its card has been written: it is watched from now on if it was not. */
  wake(): void;
  /** Ends it by SIGKILL. */
  end(): void;
  coreWaits(): Promise<ReadonlyMap<string, number>>;
  /** Milliseconds that a call waited for a core, if that is why its wall time passed. */
  waitedMs(id: number, wallMs: number, onAnswer: (waitedMs: number | undefined) => void): void;
}

/** Told of a process; what it wrote comes before its end. */
export type ControlledListener = Required<Omit<ProcessListener, 'onStarted'>>;

/** `said`: the runner's claims as JSON, untrusted. */
export type VerifyClaims = (
  said: string,
  argumentsJson: Buffer,
  onVerified: (violations: readonly Violation[]) => void,
) => void;

export interface Control {
  /** Starts a process whose calls will be on the card with this memory. */
  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess;
  /** What a call asks of the host; called with its first question. */
  openEffects(call: AskingCall): Effects;
  /** The violations of arguments that a runner claims, as far as the arguments bear them out; `onVerified` may be called at once. */
  argumentViolations: VerifyClaims;
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
}
