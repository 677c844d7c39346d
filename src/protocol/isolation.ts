// What the operating system can keep from a runner, by effect. An operator demands effects; which tool brings one about differs from machine
// to machine.

/** Names of the effects, as `requireOsSandbox` takes them and start-up prints them. */
export const ISOLATION_EFFECTS = ['network', 'files', 'processes', 'syscalls', 'privileges', 'resources'] as const;

export type IsolationEffect = (typeof ISOLATION_EFFECTS)[number];

/** What `requireOsSandbox: true` demands. */
export const WHOLE_SANDBOX: readonly IsolationEffect[] = ['network', 'files', 'processes', 'syscalls', 'privileges'];
