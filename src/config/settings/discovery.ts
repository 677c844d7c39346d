// The section `discovery`: which tools agents find under which address. Data only.

import { ANNOTATION, PLUGIN_PATTERN, RULE_NAME, TOOL_PATTERN } from './forms.ts';
import { list, named, off } from './setting.ts';

/** How agents find tools. */
export const DISCOVERY = {
  toolsets: named({
    keyWord: 'name of a toolset',
    keyForm: RULE_NAME,
    each: {
      plugins: list(
        PLUGIN_PATTERN,
        'Names or patterns of plugins, of which one has to match.',
        'Tools of every plugin are in a toolset without it.',
      ),
      tools: list(
        TOOL_PATTERN,
        'Names or patterns of tools, of which one has to match.',
        'Every tool of the plugins is in a toolset without it.',
      ),
      annotations: list(
        ANNOTATION,
        'Annotations that the tool has to have, all of them: `readOnlyHint`, or `!destructiveHint` for one that must be false.',
        'Tools with any annotations are in a toolset without it.',
      ),
    },
    meaning:
      'Name → a toolset: the tools of `plugins` and `tools` that have the `annotations`, which agents find and call at `/mcp/sets/NAME`; it permits nothing, for that there is `access.rules`.',
    reason: 'A model chooses better among few tools, and each definition costs tokens in every request.',
  }),
  metaTools: off(
    'Whether clients of MCP may ask for two tools in place of all: `find_tools` and `call_tool`, with `/mcp?metaTools=true`.',
    'Most clients do better with a short list of real tools; a client asks people to approve `call_tool` once for every tool behind it.',
  ),
};
