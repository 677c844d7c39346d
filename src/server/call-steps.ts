// Makes the steps of a call from the parts of a host; http/steps.ts has their order. Front process, main thread.

import { catalogExecutor, unknownTool } from '../catalog/serve/executor.ts';
import type { LiveCatalog } from '../catalog/serve/live-catalog.ts';
import type { Access, Tools } from '../front/gates/access/access.ts';
import { accessExecutor } from '../front/gates/access/executor.ts';
import type { Selections } from '../front/gates/access/selection.ts';
import type { Answers } from '../front/gates/idempotency/answers.ts';
import { keyedExecutor } from '../front/gates/idempotency/executor.ts';
import { scriptsExecutor } from '../front/gates/scripts.ts';
import { chainOf } from '../front/gates/steps.ts';
import { type Counts, type Quotas, throttledExecutor } from '../front/gates/throttle/executor.ts';
import type { Executor, NamedRoute, RoutedCall } from '../shared/protocol/call.ts';

export interface CallStepsParts {
  readonly access: Access;
  readonly selections: Selections;
  readonly tools: () => Tools;
  /** The setting `scripts.allow` now; absent if the server runs no scripts. */
  readonly scriptsAllow: (() => readonly string[]) | undefined;
  /** Where answers are kept, and how many bytes; absent if the server reads no idempotency keys. */
  readonly kept: { readonly answers: Answers; readonly answerBytes: number; readonly keptBytes: number } | undefined;
  readonly quotas: () => Quotas;
  readonly counts: Counts;
  readonly catalog: Pick<LiveCatalog, 'whenInspected' | 'snapshot'>;
  /** Calls that may wait at a time until their bundle has been inspected. */
  readonly maxWaiting: number;
  readonly dispatcher: Executor<RoutedCall>;
}

/** What a call that has been read is given to. */
export const callSteps = (parts: CallStepsParts): Executor => {
  const { access, selections, tools, scriptsAllow, kept, quotas, counts, catalog, maxWaiting, dispatcher } = parts;
  const routeOf = (toolName: string): NamedRoute | undefined => catalog.snapshot.routes.get(toolName);
  return chainOf({
    access: (next) => accessExecutor({ access, selections, unknownTool, next }),
    scripts: scriptsAllow && ((next) => scriptsExecutor({ allow: scriptsAllow, tools, next })),
    idempotency: kept && ((next) => keyedExecutor({ ...kept, routeOf, next })),
    quotas: (next) => throttledExecutor({ quotas, counts, routeOf, next }),
    catalog: (next) => catalogExecutor({ catalog, maxWaiting, next }),
    dispatch: dispatcher,
  });
};
