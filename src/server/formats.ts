// Gives a caller the list of its tools in the form that it asks for. Front process, main thread.

import type { FormedLists } from '../catalog/search/formed-lists.ts';
import type { FindTools } from '../front/http/discovery.ts';
import type { FormTools } from '../front/http/formats.ts';
import type { MetadataOf } from '../front/http/metadata.ts';
import type { FoundTool, ToolFindings } from '../shared/protocol/discovery.ts';

export interface FormsParts {
  readonly metadata: MetadataOf;
  readonly find: FindTools;
  readonly lists: FormedLists;
}

/** A list in a form is made of the same list, or the same findings, that the caller gets without one. */
export const formsOver =
  ({ metadata, find, lists }: FormsParts): FormTools =>
  async (caller, { form, selection, search }) => {
    if (search === undefined) {
      const { isPersonal = false, ...list } = metadata(caller, selection);
      return { ...(await lists.of(list, form)), isPersonal };
    }
    const findings = await find(caller, search);
    const none = { etag: undefined, isPersonal: true };
    if (form.format === undefined) return { text: await lists.textOf(JSON.stringify(findings), form), ...none };
    const listText = JSON.stringify({ tools: findings.tools.map(definitionIn) });
    const text = await lists.textOf(listText, form);
    return { text: `${text.slice(0, -1)},"search":${JSON.stringify(searchIn(findings))}}`, ...none };
  };

/** A found tool as the plain list has it. */
const definitionIn = ({ pluginName: _pluginName, score: _score, why: _why, tokens: _tokens, ...tool }: FoundTool) =>
  tool;

/** What the search says beside the definitions. */
const searchIn = ({ tools, ...more }: ToolFindings) => ({
  tools: tools.map(({ name, pluginName, score, why, tokens }) => ({ name, pluginName, score, why, tokens })),
  ...more,
});
