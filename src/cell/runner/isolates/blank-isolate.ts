// Keeps one isolate without any program ready in a runner of scripts, for whichever script its caller sends next: scripts are rarely the same, so none can
// have an isolate of its own ahead. Nothing has run in it but the bootstrap. Runs in a runner.

import {
  type BaseIsolate,
  type BaseParts,
  type IsolateOptions,
  isBaseAtHand,
  makeBaseInTurns,
  makeBaseIsolate,
} from './base-isolate.ts';

/** What most scripts need: no Temporal, and no web globals beyond those of the bootstrap. */
const PLAIN: BaseParts = { isFrozen: false, mayNameTemporal: false, web: [] };

let blank: { readonly memoryMb: number; readonly base: BaseIsolate } | undefined;
let isMaking = false;

/** Makes one if none is ready, in turns of the event loop, or on another thread as long as there is something to compile. Never rejects. */
export const keepBlank = async (options: IsolateOptions): Promise<void> => {
  const { memoryMb } = options;
  if (isMaking || (blank?.memoryMb === memoryMb && !blank.base.isolate.isDisposed)) return;
  if (blank?.base.isolate.isDisposed === false) blank.base.isolate.dispose();
  blank = undefined;
  isMaking = true;
  // A call that finds none makes its own, and reports why that fails.
  const base = await (isBaseAtHand(PLAIN) ? makeBaseInTurns(options, PLAIN) : makeBaseIsolate(options, PLAIN)).catch(
    () => undefined,
  );
  isMaking = false;
  if (base) blank = { memoryMb, base };
};

/** The isolate that is ready, if it fits. */
export const takeBlank = (
  memoryMb: number,
  { mayNameTemporal, web }: Omit<BaseParts, 'isFrozen'>,
): BaseIsolate | undefined => {
  if (blank?.memoryMb !== memoryMb || blank.base.isolate.isDisposed || mayNameTemporal || web.length > 0)
    return undefined;
  const { base } = blank;
  blank = undefined;
  return base;
};
