// The effects of a box: what the operating system keeps from a runner. An operator requires effects, because the tool that achieves one differs
// from machine to machine.

/** Names of the effects, as `requireOsSandbox` takes them and as the server prints them at start. */
export const ISOLATION_EFFECTS = ['network', 'files', 'processes', 'syscalls', 'privileges', 'resources'] as const;

export type IsolationEffect = (typeof ISOLATION_EFFECTS)[number];

/** The effects that `requireOsSandbox: true` requires. */
export const WHOLE_SANDBOX: readonly IsolationEffect[] = ['network', 'files', 'processes', 'syscalls', 'privileges'];
