// The host requests of one call: how one is made and cancelled, and how they end with the call. Types only; the code runs in a control thread.

import type { HostReply, HostRequestKind, HostRequestTotals } from '../../shared/protocol/capabilities.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import type { TracedRequests } from '../../shared/protocol/trace.ts';
import type { DenialBudget, LoggedDenial } from './denials.ts';
import type { FetchScope } from './egress/fetch-context.ts';
import type { CapabilityAnswer } from './refusal.ts';
import type { SigningScope } from './signing/request.ts';
import type { StoreScope } from './store/request.ts';

/** The three ways out. None rejects for what a guest or a far end did. */
export interface Capabilities {
  readonly egress: { fetch(requestText: string, scope: FetchScope): Promise<CapabilityAnswer> };
  readonly store: { perform(requestText: string, scope: StoreScope): Promise<CapabilityAnswer> };
  readonly signer: { sign(requestText: string, scope: SigningScope): Promise<CapabilityAnswer> };
  /** How many refusals may still reach the log. */
  readonly denials: DenialBudget;
  /** Called with the host's own errors, for the operator. */
  readonly onFault: (text: string) => void;
}

/** What remains of a call's host requests after its end. */
export interface Closing {
  readonly totals: HostRequestTotals;
  readonly denials: readonly LoggedDenial[];
  /** The call's failure if it ended by a refusal that nothing in it caught, and that was not the plugin's own fault. */
  readonly failure?: Failure;
  /** The call's failure if it passed its wall time: present if the store held it up, and not the tool. */
  readonly failureAtWall?: Failure;
  /** The failure of the last host request that was refused or failed, unless a request that came after it succeeded. The call may have ended by it, under the error of a library. */
  readonly lastRefusal?: Failure;
  /** Only of a call whose trace is recorded. */
  readonly traced?: TracedRequests;
}

/** The host requests of one call, from the first one on. */
export interface HostCalls {
  /** Takes a host request under the guest's own number; calls `onAnswer` once, unless the call ends before. */
  request(id: number, kind: HostRequestKind, text: string, onAnswer: (answer: HostReply) => void): void;
  /** The guest does not want an answer any more. */
  cancel(id: number): void;
  /** The call is over, once. `refusedRequest`: the host request whose refusal ended it, as the runner claims; the host's own record decides. */
  end(refusedRequest: number | undefined, onClosed: (closing: Closing) => void): void;
}
