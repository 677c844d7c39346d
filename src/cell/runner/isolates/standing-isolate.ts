// Makes one frozen isolate ahead of a runner's first plugin, because that takes five times as long as the plugin's own part. Runs in a runner.

import { type BaseIsolate, type BaseParts, type IsolateOptions, makeBaseIsolate } from './base-isolate.ts';
import { ModuleCode } from './module-code.ts';
import { prepareCheck } from './validator-isolate.ts';

/** What most plugins need: a frozen realm, without Temporal and web globals. */
const PLAIN: BaseParts = { isFrozen: true, mayNameTemporal: false, web: [] };

let standing: { readonly memoryMb: number; readonly base: Promise<BaseIsolate> } | undefined;

export const standBy = (memoryMb: number): void => {
  if (standing) return;
  const base = makeBaseIsolate({ memoryMb }, PLAIN).then((made) => {
    prepareCheck(made.isolate, made.context);
    return made;
  });
  // Compiles the code that reads a plugin's text before a plugin comes.
  new ModuleCode('', '');
  // Whoever takes the isolate gets the error. If nobody does, it does not matter.
  base.catch(() => {});
  standing = { memoryMb, base };
};

export const standDown = (): void => {
  void standing?.base.then(({ isolate }) => isolate.dispose()).catch(() => {});
  standing = undefined;
};

/** Takes the isolate that stands by, if it fits. */
export const takeStanding = (
  { memoryMb, onCatastrophe }: IsolateOptions,
  { isFrozen, mayNameTemporal, web }: BaseParts,
): Promise<BaseIsolate> | undefined => {
  if (!standing || !isFrozen || onCatastrophe || standing.memoryMb !== memoryMb) return undefined;
  if (mayNameTemporal || web.length > 0) return undefined;
  const { base } = standing;
  standing = undefined;
  return base;
};
