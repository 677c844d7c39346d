// Who may send scripts, and who sees the tool that runs them. Front process, main thread.

import type { Caller } from '../../../shared/protocol/caller.ts';
import type { CallError } from '../../../shared/protocol/errors.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import type { Access, Tools, View } from './access.ts';
import type { Selections } from './selection.ts';

export interface ScriptAccessParts {
  readonly access: Access;
  readonly selections: Selections;
  readonly tools: () => Tools;
  readonly unknownSet: (set: string) => CallError;
}

export class ScriptAccess {
  readonly #parts: ScriptAccessParts;

  constructor(parts: ScriptAccessParts) {
    this.#parts = parts;
  }

  /** Throws CallError: not_found, if there is no such toolset. */
  admit(caller: Caller, selection: Selection | undefined): void {
    const { access, unknownSet } = this.#parts;
    if (selection !== undefined && this.#namesFor(selection, access.viewOf(caller)) === undefined)
      throw unknownSet(selection.set ?? '');
  }

  /** True if the caller sees a tool of a plugin that has this name. */
  isNameTaken(toolName: string, caller: Caller, selection: Selection | undefined): boolean {
    const { access, tools } = this.#parts;
    if (!tools().has(toolName)) return false;
    const view = access.viewOf(caller);
    const isSelected = selection === undefined || this.#namesFor(selection, view)?.has(toolName) === true;
    return isSelected && view?.allows(toolName) !== false;
  }

  #namesFor(selection: Selection, view: View | undefined): ReadonlySet<string> | undefined {
    return this.#parts.selections.namesFor(selection, view);
  }
}
