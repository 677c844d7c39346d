// A call outside a cordon, for tests of what is below it: keeps every way in which the call ends.

import { expect } from 'chai';
import { BrokerCall, type CallOwner } from '../../src/broker/runner/broker-call.ts';
import type { Outcome } from '../../src/shared/protocol/call.ts';
import type { CallTask } from '../../src/shared/protocol/task.ts';

/** `not_begun`: the call was given back. */
export type Answer = Outcome | 'not_begun';

export interface WatchedCall {
  readonly call: BrokerCall;
  readonly answers: Answer[];
}

/** Makes a call. `onAnswer` gets each answer, of which there must be one. */
export const watchedCall = (
  task: CallTask,
  openHostCalls: CallOwner['openHostCalls'] = () => expect.fail('nothing was asked'),
  onAnswer: (answer: Answer) => void = () => {},
): WatchedCall => {
  const answers: Answer[] = [];
  const end = (answer: Answer): void => {
    answers.push(answer);
    onAnswer(answer);
  };
  const owner: CallOwner = {
    openHostCalls,
    putBack: () => end('not_begun'),
    onEnded() {},
    checkResult: (_task, _resultJson, onChecked) => onChecked(undefined),
  };
  return { call: new BrokerCall(task, owner, { onLines() {}, onOutcome: end }), answers };
};
