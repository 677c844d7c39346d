// What each caller may call, under the rules and the tools of this moment. Keeps what it found out until one of the two changes. Front process,
// main thread. Decision 0048.

import { Policy, type ReadyRule, SEEN_BY_RULES, type SeenCaller } from '../../../settings/rules/policy.ts';
import type { AccessSettings, Tool } from '../../../settings/rules/rule.ts';
import { helpfulScopes, judge, type Verdict } from '../../../settings/rules/verdict.ts';
import type { Caller } from '../../../shared/protocol/caller.ts';
import { compositeKey } from '../../../shared/text/composite-key.ts';

/** Callers whose rules are remembered. All are forgotten together, which costs each caller some microseconds once. */
const MOST_CALLERS = 20_000;

export type Tools = ReadonlyMap<string, Tool>;

/** What callers whom the same rules match may call. */
export class View {
  readonly #policy: Policy;
  readonly #rules: readonly ReadyRule[];
  readonly #tools: Tools;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(policy: Policy, rules: readonly ReadyRule[], tools: Tools) {
    this.#policy = policy;
    this.#rules = rules;
    this.#tools = tools;
  }

  /** Undefined if there is no such tool. Nothing is kept of a name that no tool has. */
  verdictOf(toolName: string): Verdict | undefined {
    const known = this.#verdicts.get(toolName);
    if (known !== undefined) return known;
    const tool = this.#tools.get(toolName);
    if (tool === undefined) return undefined;
    const verdict = judge(this.#policy, this.#rules, tool);
    this.#verdicts.set(toolName, verdict);
    return verdict;
  }

  /** The verdict on a tool of the server's own, which is not among those of plugins. */
  verdictOn(tool: Tool): Verdict {
    return judge(this.#policy, this.#rules, tool);
  }

  allows(toolName: string): boolean {
    return this.verdictOf(toolName)?.isAllowed === true;
  }

  /** Names of the tools that these callers may call, in the order of the catalog. */
  get toolNames(): readonly string[] {
    return [...this.#tools.keys()].filter((toolName) => this.allows(toolName));
  }
}

export interface AccessSources {
  readonly settings: () => AccessSettings;
  readonly tools: () => Tools;
}

/** Answers what a caller may do. It has no timers. */
export class Access {
  readonly #sources: AccessSources;
  #policy: Policy;
  #tools: Tools = new Map();
  /** The caller → its view: quick for doors that give the same object for each request of a caller. */
  #viewOf = new WeakMap<Caller, View>();
  /** What rules see of a caller, as text → its view. */
  #views = new Map<string, View>();
  /** Places of the rules that match → the view of all callers whom exactly these match. */
  #shared = new Map<string, View>();

  constructor(sources: AccessSources) {
    this.#sources = sources;
    this.#policy = new Policy(sources.settings());
  }

  /** What the caller may call; undefined if everyone may call everything. */
  viewOf(caller: Caller): View | undefined {
    if (!this.#refresh()) return undefined;
    const found = this.#viewOf.get(caller) ?? this.#viewByText(caller);
    this.#viewOf.set(caller, found);
    return found;
  }

  #viewByText(caller: SeenCaller): View {
    const key = JSON.stringify(SEEN_BY_RULES.map((member) => caller[member]));
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    if (this.#views.size >= MOST_CALLERS) this.#views.clear();
    const view = this.#viewFor(this.#policy.rulesFor(caller));
    this.#views.set(key, view);
    return view;
  }

  /** True if a refused caller may know that the tool exists. */
  get tellsOfTools(): boolean {
    return this.#policy.settings.unlisted === 'forbidden';
  }

  scopesFor(caller: Caller, toolName: string): readonly string[] {
    const tool = this.#tools.get(toolName);
    return tool === undefined ? [] : this.scopesOn(caller, tool);
  }

  /** The same for a tool of the server's own. */
  scopesOn(caller: Caller, tool: Tool): readonly string[] {
    return helpfulScopes(this.#policy, caller, tool);
  }

  #viewFor(rules: readonly ReadyRule[]): View {
    const key = compositeKey(...rules.map(({ at }) => at));
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#shared.size >= MOST_CALLERS) this.#shared.clear();
    const view = new View(this.#policy, rules, this.#tools);
    this.#shared.set(key, view);
    return view;
  }

  /** Follows the sources. False if everyone may call everything: then nothing is asked of the tools. */
  #refresh(): boolean {
    const settings = this.#sources.settings();
    const isSame = settings === this.#policy.settings;
    if (!isSame) this.#policy = new Policy(settings);
    if (!this.#policy.isActive) return false;
    const tools = this.#sources.tools();
    if (isSame && tools === this.#tools) return true;
    this.#tools = tools;
    this.#viewOf = new WeakMap();
    this.#views = new Map();
    this.#shared = new Map();
    return true;
  }
}
