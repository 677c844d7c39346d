// Finds out who is at fault in a failure that a runner reports, before the call is settled. Main thread.

import { mayBeStarved, truthOf } from '../../control/call-watch.ts';
import type { Control, ControlledProcess } from '../../control/control.ts';
import type { RunnerMessage } from '../../shared/protocol/messages.ts';
import type { BrokerCall } from './broker-call.ts';
import type { RunnerOutcome } from './runner-outcome.ts';

export interface Witnesses {
  readonly control: Pick<Control, 'argumentViolations'>;
  readonly process: Pick<ControlledProcess, 'waitedMs'>;
}

/** Calls `onOutcome` once, when the host requests of the call have ended. Asks the process first, because it may be about to end. */
export const judge = (
  message: RunnerMessage & { t: 'failed' },
  body: Buffer,
  call: BrokerCall,
  { control, process }: Witnesses,
  onOutcome: (outcome: RunnerOutcome) => void,
): void => {
  const { code, violations, request } = message;
  const { wallMs } = call.limits;
  const time = { wallMs, heldMs: message.heldMs };
  // The clock stops now, whatever is asked below.
  call.end(request, () => {});
  if (code === 'invalid_arguments' && violations !== undefined)
    control.argumentViolations(violations, call.task.argumentsJson, (verified) =>
      call.end(request, () => onOutcome(call.read(message, body, verified))),
    );
  else if (mayBeStarved(code, time))
    process.waitedMs(message.id, wallMs, (waitedMs) =>
      call.end(request, () => {
        const outcome = call.read(message, body);
        onOutcome(outcome.ok ? outcome : { ...outcome, failure: truthOf(outcome.failure, time, waitedMs) });
      }),
    );
  else call.end(request, () => onOutcome(call.read(message, body)));
};
