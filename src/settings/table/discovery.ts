// The section `discovery`: which tools agents find under which address. Data only.

import { ANNOTATION, EMBEDDING_URL, NO_SECRET, NO_TEXT, PLUGIN_PATTERN, RULE_NAME, TOOL_PATTERN } from './forms.ts';
import { list, live, named, needing, off, text, whole } from './setting.ts';

export const DISCOVERY = {
  toolsets: live(
    named({
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
      reason: 'A model chooses better among few tools, and each definition costs tokens.',
    }),
  ),
  metaTools: off(
    'Whether clients of MCP may ask for two tools in place of all: `find_tools` and `call_tool`, with `/mcp?metaTools=true`.',
    'Most clients do better with a short list of real tools; people approve `call_tool` once for all behind it.',
  ),
  embeddings: {
    url: needing(
      ['discovery.embeddings.model'],
      live(
        text(
          EMBEDDING_URL,
          'Address of an endpoint that answers `POST` as `/v1/embeddings` of OpenAI does, and may be a private one; with it, searches for tools are ranked also by meaning.',
          'Definitions of tools, and queries, then leave this server; Ollama, vLLM, llama.cpp and most services offer one.',
        ),
      ),
    ),
    allowHttp: live(
      off(
        'Lets `url` begin with `http://` if it leads away from this machine.',
        'Whoever is on the way could read the queries and the secret.',
      ),
    ),
    model: live(text(NO_TEXT, 'Name of the model, as the endpoint knows it.', 'Each endpoint has models of its own.')),
    secret: live(
      text(
        NO_SECRET,
        'Name of the entry of `secrets` that is sent as a bearer token; an entry with `origin` and without `plugin`.',
        'An endpoint on this machine needs none.',
      ),
    ),
    timeoutMs: live(
      whole(
        { default: 300, min: 10, max: 10_000 },
        'How long a search waits for the vector of its query; words alone rank it after that.',
        'An agent waits for the search, and words find most tools.',
      ),
    ),
  },
};
