// `run_script`: scripts as a tool of MCP. Its definition, and which failures are its results. Front process. Decision 0070.
//
// It is beside a caller's tools, and no tool of a plugin: a plugin's own tool of this name, if the caller sees it, is listed and called in its place.

import { SCRIPT_TOOL_NAME } from '../../settings/rules/rule.ts';
import type { Failure, FailureCode } from '../../shared/protocol/errors.ts';
import { SCRIPT_INPUT, SCRIPT_OUTPUT } from '../../shared/protocol/script-schemas.ts';

/** What rules and people may know of all that a script can do. */
export interface ScriptTool {
  /** True if scripts can call only tools that say that they read. */
  readonly isReadOnly: boolean;
}

export const scriptDefinition = (description: string, { isReadOnly }: ScriptTool): object => ({
  name: SCRIPT_TOOL_NAME,
  title: 'Run a script over the tools',
  description,
  inputSchema: SCRIPT_INPUT,
  outputSchema: SCRIPT_OUTPUT,
  annotations: { readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, idempotentHint: false, openWorldHint: true },
});

/** Failures of a request for a script that its author can mend. */
const OF_THE_AUTHOR: readonly FailureCode[] = ['invalid_request', 'payload_too_large'];

/** True if a failure is the result of the tool, which models read, whoever is at fault: it tells how far the script came, or what to change in it. */
export const isScriptResult = ({ script, code }: Failure): boolean =>
  script !== undefined || OF_THE_AUTHOR.includes(code);
