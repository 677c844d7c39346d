// What an access rule says, as the configuration has it, and the tools that it is about. Front process and command line. Decision 0070.

import type { LimitName } from '../../shared/protocol/limits.ts';
import type { ToolFilter } from '../../shared/protocol/selection.ts';

/** Limits that a rule may lower for its callers. The others belong to a whole process or to data that callers share. */
export const RULE_LIMITS = [
  ...['cpuMs', 'wallMs', 'argumentsBytes', 'resultBytes', 'logBytes', 'logLines'],
  ...['hostCalls', 'fetchCalls', 'fetchConcurrency', 'fetchRequestBytes', 'fetchResponseBytes', 'fetchMs', 'queueMs'],
] as const satisfies readonly LimitName[];

/** Limits that a rule may lower for the scripts of its callers. The first ones are those of tools as well. */
export const SCRIPT_RULE_LIMITS = ['cpuMs', 'wallMs', 'resultBytes', 'calls', 'dataBytes'] as const;

export type RuleLimitName = (typeof RULE_LIMITS | typeof SCRIPT_RULE_LIMITS)[number];
export type RuleLimits = { readonly [Name in RuleLimitName]?: number };

/** Allows or denies calls. A member that is absent matches everything; an empty list matches nothing. */
export interface Rule extends ToolFilter {
  /** `allow` if absent. */
  readonly effect?: 'allow' | 'deny';
  /** Names or patterns with `*`, of which one has to match. A caller without such a name matches none. */
  readonly clients?: readonly string[];
  readonly orgs?: readonly string[];
  readonly users?: readonly string[];
  /** Scopes that the caller needs, all of them. */
  readonly scopes?: readonly string[];
  /** Limits of calls that the rule allows. They only lower what is in force. */
  readonly limits?: RuleLimits;
}

export interface AccessSettings {
  readonly rules: Readonly<Record<string, Rule>>;
  /** What happens to a call that no rule matches. */
  readonly default: 'allow' | 'deny';
  /** How a call is answered that is not allowed. */
  readonly unlisted: 'hidden' | 'forbidden';
}

export interface Tool {
  readonly toolName: string;
  readonly pluginName: string;
  /** As the manifest has them. */
  readonly annotations: Readonly<Record<string, unknown>>;
}

/** Plugin of {@link scriptTool}. No plugin has such a name. */
export const SCRIPTS_PLUGIN = '(scripts)';
export const SCRIPT_TOOL_NAME = 'run_script';
const READ_ONLY = 'readOnly';

/** What rules are about when a caller sends a script: a tool of the server's own, which is as mild as the tools that scripts may call. */
export const scriptTool = (allow: readonly string[]): Tool => ({
  toolName: SCRIPT_TOOL_NAME,
  pluginName: SCRIPTS_PLUGIN,
  annotations: { readOnlyHint: allow.every((text) => text === READ_ONLY || text.startsWith('!')) },
});

/** All that rules can be about: the tools of these plugins, and scripts if the server runs them. */
export const ruledTools = (
  manifests: readonly RuledManifest[],
  { enabled, allow }: { readonly enabled: boolean; readonly allow: readonly string[] },
): readonly Tool[] => [...toolsOf(manifests), ...(enabled ? [scriptTool(allow)] : [])];

/** True if the tool has the annotation, or lacks it if `wanted` begins with `!`. */
export const hasAnnotation = (tool: Tool, wanted: string): boolean => {
  const isNegated = wanted.startsWith('!');
  return isAnnotated(tool, isNegated ? wanted.slice(1) : wanted) !== isNegated;
};

/**
 * What the tool says of itself. Of one that says nothing, the Model Context Protocol has clients assume the worst: that it changes things, destroys
 * some, and reaches out. Only one that says that it changes nothing is not assumed to destroy anything.
 */
const isAnnotated = (tool: Tool, name: string): boolean => {
  const said = Object.hasOwn(tool.annotations, name) ? tool.annotations[name] : undefined;
  if (typeof said === 'boolean') return said;
  if (name === 'destructiveHint') return !isAnnotated(tool, 'readOnlyHint');
  return name === 'openWorldHint';
};

/** The parts of a manifest that rules can ask about. */
interface RuledManifest {
  readonly name: string;
  readonly tools: readonly { readonly name: string; readonly annotations?: object | undefined }[];
}

export const toolsOf = (manifests: readonly RuledManifest[]): readonly Tool[] =>
  manifests.flatMap((manifest) =>
    manifest.tools.map(({ name, annotations = {} }) => ({
      toolName: name,
      pluginName: manifest.name,
      annotations: { ...annotations },
    })),
  );
