// Who may send scripts, and who sees the tool that runs them. Front process, main thread. Decision 0070.

import type { Tool } from '../../../settings/rules/rule.ts';
import type { LoweredLimits, Verdict } from '../../../settings/rules/verdict.ts';
import type { Caller } from '../../../shared/protocol/caller.ts';
import { CallError } from '../../../shared/protocol/errors.ts';
import type { Selection } from '../../../shared/protocol/selection.ts';
import type { Access, Tools, View } from './access.ts';
import { challengeFor, settingOf } from './executor.ts';
import type { Selections } from './selection.ts';

export interface ScriptAccessParts {
  readonly access: Access;
  readonly selections: Selections;
  readonly tools: () => Tools;
  readonly unknownSet: (set: string) => CallError;
  /** What rules see of scripts now. */
  readonly scriptTool: () => Tool;
}

export class ScriptAccess {
  readonly #parts: ScriptAccessParts;

  constructor(parts: ScriptAccessParts) {
    this.#parts = parts;
  }

  /**
   * The limits that rules lower for this caller's scripts; undefined if they lower none. Throws CallError: forbidden, with the scopes that are missing;
   * not_found, if there is no such toolset.
   */
  admit(caller: Caller, selection: Selection | undefined): LoweredLimits | undefined {
    const { access, unknownSet, scriptTool } = this.#parts;
    const view = access.viewOf(caller);
    const verdict = view?.verdictOn(scriptTool());
    if (verdict?.isAllowed === false) throw refused(caller, access.scopesOn(caller, scriptTool()), verdict);
    if (selection !== undefined && this.#namesFor(selection, view) === undefined) throw unknownSet(selection.set ?? '');
    return verdict?.limits;
  }

  /** True if the caller may send scripts. */
  allows(caller: Caller): boolean {
    const { access, scriptTool } = this.#parts;
    return access.viewOf(caller)?.verdictOn(scriptTool()).isAllowed !== false;
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

const refused = (caller: Caller, scopes: readonly string[], verdict: Verdict): CallError => {
  const how =
    scopes.length === 0
      ? 'Call the tools one by one; the operator of this server decides.'
      : `It needs the scope ${scopes.map((scope) => `"${scope}"`).join(' and ')}.`;
  return new CallError('forbidden', `You may not send scripts. ${how}`, {
    more: {
      ...(scopes.length > 0 && { challenge: challengeFor([...caller.scopes, ...scopes]) }),
      deniedBy: settingOf(verdict),
    },
  });
};
