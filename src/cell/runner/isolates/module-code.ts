// Finds in the text of a plugin's module what it needs from its isolate. Runs in a runner.

import { CompiledCode } from './compiled-code.ts';
import { groupsNamedIn, webScripts } from './web-groups.ts';

/** A plugin's module: a script that evaluates to its factory. */
export class ModuleCode extends CompiledCode {
  /** True if the module may name `Temporal`, in its text or in code that it makes. If not, it is removed, because V8 builds it anew in every isolate. */
  readonly mayNameTemporal: boolean;
  /** Scripts that make the globals beyond ECMAScript that it names. */
  readonly web: readonly CompiledCode[];
  /** True if it can ask for random bytes: each entry into its isolate then brings a key for them. */
  readonly needsCryptoSeed: boolean;

  constructor(text: string, fileName: string) {
    super(text, fileName);
    this.web = webScripts(text);
    this.needsCryptoSeed = groupsNamedIn(text).includes('crypto');
    this.mayNameTemporal = /Temporal|\b(?:eval|Function)\b/.test(text);
  }
}
