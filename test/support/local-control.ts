// Implements `Control` in the thread of the test: starts and watches runner processes there. Imported by tests.

import { HostCallHandler } from '../../src/control/capabilities/host-call-handler.ts';
import type { Capabilities } from '../../src/control/capabilities/host-calls.ts';
import type { Control } from '../../src/control/control.ts';
import type { ControlSettings } from '../../src/control/link-messages.ts';
import { ProcessKeeper } from '../../src/control/process-keeper.ts';
import { SharedWatch } from '../../src/control/shared-watch.ts';
import { argumentViolations } from '../../src/control/violations.ts';

export interface LocalControl extends Control {
  /** Ids of the processes that were started. */
  readonly processIds: readonly number[];
  close(): void;
}

/** Makes a control. `capabilities` answers the questions of calls; without it, a call that asks throws. */
export const localControl = (settings: ControlSettings, capabilities?: Capabilities): LocalControl => {
  const watch = new SharedWatch();
  const keeper = new ProcessKeeper(settings, watch);
  const processIds: number[] = [];
  return {
    processIds,
    start: (memory, listener) => {
      let processId: number | undefined;
      const controlled = keeper.start(
        { memory },
        {
          ...listener,
          onStarted: (id) => {
            processId = id;
            if (id !== undefined) processIds.push(id);
          },
        },
      );
      return {
        get processId() {
          return processId;
        },
        write: (pieces) => {
          for (const piece of pieces) controlled.write(piece);
        },
        noteReady: () => controlled.noteReady(),
        assign: (cordon) => keeper.assign(controlled, cordon),
        wake: () => keeper.wake(),
        end: () => controlled.end(),
        coreWaits: async () => controlled.coreWaits(),
        waitedMs: (id, wallMs, onAnswer) => onAnswer(controlled.waitedMs(id, wallMs)),
      };
    },
    argumentViolations: (said, argumentsJson, onVerified) =>
      onVerified(argumentViolations(said, argumentsJson.toString())),
    openHostCalls: (call) => {
      if (!capabilities) throw new Error('nothing may be asked here');
      return new HostCallHandler(call, capabilities);
    },
    get peakRssMb() {
      return watch.peakRssMb;
    },
    close: () => keeper.close(),
  };
};
