// The interface through which the main thread has runner processes started, watched and ended, and host requests carried out.

import type { Violation } from '../shared/protocol/errors.ts';
import type { RequestingCall } from '../shared/protocol/task.ts';
import type { HostCalls } from './capabilities/host-calls.ts';
import type { ProcessListener } from './process-control.ts';

/** A runner process as the main thread sees it. */
export interface ControlledProcess {
  /** Undefined until the system has started it. */
  readonly processId: number | undefined;
  /** Writes pieces of one stream to its channel. */
  write(pieces: readonly Uint8Array[]): void;
  /** It has said `hello`, so it may be given a plugin. */
  noteReady(): void;
  /** It serves the plugins of this cordon. */
  assign(cordon: string): void;
  /** Starts the watch if it is not running. Call after writing its card. */
  wake(): void;
  /** Ends it by SIGKILL. */
  end(): void;
  /** Thread → milliseconds that it waited for a core; empty if the system does not report it. */
  coreWaits(): Promise<ReadonlyMap<string, number>>;
  /** Milliseconds that a call waited for a core, if that is why its wall time passed. */
  waitedMs(id: number, wallMs: number, onAnswer: (waitedMs: number | undefined) => void): void;
}

/** `onData` is never called after `onExited`. */
export type ControlledListener = Required<Omit<ProcessListener, 'onStarted'>>;

/** `claims`: the runner's claims as JSON, untrusted. */
export type VerifyClaims = (
  claims: string,
  argumentsJson: Buffer,
  onVerified: (violations: readonly Violation[]) => void,
) => void;

export interface Control {
  /** Starts a process whose calls will be on the card with this memory. */
  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess;
  /** Called when the call makes its first host request. */
  openHostCalls(call: RequestingCall): HostCalls;
  /** Keeps of the violations that a runner claims those that hold. May call `onVerified` at once. */
  argumentViolations: VerifyClaims;
  /** Highest resident memory seen of any runner, in MB. */
  readonly peakRssMb: number;
}
