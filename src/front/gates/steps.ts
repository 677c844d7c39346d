// The steps that every call takes, from a request that has been read to the runner. Front process, main thread.
// Before them, every request takes those of app.ts (the reply, the names of the host, the door), and its route reads the body.

import type { Executor, RoutedCall } from '../../shared/protocol/call.ts';

/** In this order. Each may answer the call; then those behind it never see it. */
export const CALL_STEPS = [
  {
    name: 'access',
    guarantee:
      'A caller who may not call a tool gets nothing of it, not even a kept answer, nor its name unless `access.unlisted` tells.',
  },
  {
    name: 'scripts',
    guarantee: 'A script reaches no tool but those that the operator lets scripts call.',
  },
  {
    name: 'idempotency',
    guarantee: 'A call with a key begins at most once. A repeat gets its answer and uses up no quota.',
  },
  {
    name: 'quotas',
    guarantee:
      'A caller begins no more than its quotas allow, on each server while Redis is away, and is charged for what its calls cost.',
  },
  {
    name: 'catalog',
    guarantee: 'The whole call is about one version of one plugin, which was inspected, with the limits of its caller.',
  },
  { name: 'dispatch', guarantee: 'Plugins share the runners fairly, and each call gets exactly one outcome.' },
] as const;

/** The steps, each made for the one behind it. A step is left out if it is undefined. */
export interface CallSteps {
  readonly access: MakeStep;
  /** Undefined if the server runs no scripts. */
  readonly scripts: MakeStep | undefined;
  /** Undefined if the server reads no idempotency keys. */
  readonly idempotency: MakeStep | undefined;
  readonly quotas: MakeStep;
  readonly catalog: (next: Executor<RoutedCall>) => Executor;
  readonly dispatch: Executor<RoutedCall>;
}

type MakeStep = (next: Executor) => Executor;

type StepName = (typeof CALL_STEPS)[number]['name'];
/** Steps before the catalog's, which see the call as its caller sent it. */
type EarlyStep = Exclude<StepName, 'catalog' | 'dispatch'>;

const isEarly = (name: StepName): name is EarlyStep => name !== 'catalog' && name !== 'dispatch';

/** Joins the steps in the order of {@link CALL_STEPS}. */
export const chainOf = ({ catalog, dispatch, ...early }: CallSteps): Executor =>
  CALL_STEPS.map(({ name }) => name)
    .filter(isEarly)
    .reduceRight((next, name) => early[name]?.(next) ?? next, catalog(dispatch));
