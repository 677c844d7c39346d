// What of a manifest an agent would stumble over, or should not be told: for authors in `check`, for operators in status.
// Findings never refuse a bundle. Any process; reads, runs nothing.

import { originCovers } from '../../protocol/origins.ts';
import type { Manifest, ManifestTool } from '../../sdk/manifest.ts';
import { pointerOf } from '../manifest/json-text.ts';
import { shown } from '../model/refusal.ts';
import { lintInputSchema } from './lint-schema.ts';
import { findInText } from './lint-text.ts';

/** One thing that was found. A warning is worth a change; a note is worth knowing. */
export interface LintFinding {
  readonly level: 'warning' | 'note';
  /** JSON pointer into plugin.json, its odd characters escaped; `""` for the whole. */
  readonly where: string;
  readonly finding: string;
  readonly hint: string;
}

export interface LintOptions {
  /** Names of tools of other plugins on the server, where they are known. */
  readonly otherTools?: readonly string[];
}

/** Providers have refused longer ones, and a model reads every description in every conversation. */
const DESCRIPTION_LENGTH = 1_024;
const SHORTEST_DESCRIPTION = 12;
/** Models choose worse among many tools; one plugin is one of several. */
const MANY_TOOLS = 20;
const FINDINGS = 200;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

type Visit = (path: readonly (string | number)[], text: string) => void;

/** Every string of a value, and every key of its objects. The manifest's reader has capped the depth. */
const visitTexts = (value: unknown, path: readonly (string | number)[], visit: Visit): void => {
  if (typeof value === 'string') visit(path, value);
  else if (Array.isArray(value)) for (const [index, held] of value.entries()) visitTexts(held, [...path, index], visit);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, held] of Object.entries(value)) {
      visit([...path, key], key);
      visitTexts(held, [...path, key], visit);
    }
  }
};

const warning = (where: string, finding: string, hint: string): LintFinding => ({
  level: 'warning',
  where,
  finding,
  hint,
});

/** Names that are plainly names of tools and no words: two words in one, or with digits. */
const looksLikeName = (name: string): boolean => /[a-z][A-Z]|[_-]|\d/.test(name) && name.length >= 5;

const namesIn = (text: string, otherTools: readonly string[]): readonly string[] =>
  otherTools.filter((name) => {
    if (!looksLikeName(name)) return false;
    const at = text.indexOf(name);
    return at >= 0 && !/[\w-]/.test(`${text[at - 1] ?? ' '}`) && !/[\w-]/.test(`${text[at + name.length] ?? ' '}`);
  });

const lintTexts = (
  value: unknown,
  path: readonly (string | number)[],
  otherTools: readonly string[],
): readonly LintFinding[] => {
  const findings: LintFinding[] = [];
  const seen = new Set<string>();
  visitTexts(value, path, (place, text) => {
    const where = shown(pointerOf(place), 300);
    for (const { finding, hint } of findInText(text)) findings.push(warning(where, finding, hint));
    for (const name of namesIn(text, otherTools)) {
      const finding = `names "${name}", a tool of another plugin`;
      findings.push(warning(where, finding, 'describe this tool alone: whoever reads it may have that one or not'));
    }
  });
  return findings.filter(({ where, finding }) => {
    const isNew = !seen.has(`${where} ${finding}`);
    seen.add(`${where} ${finding}`);
    return isNew;
  });
};

const lintDescription = ({ name, description }: ManifestTool, where: string): readonly LintFinding[] => {
  const text = description.trim();
  if (text === '') return [warning(where, 'is empty', 'say what the tool does, when to use it, and what comes back')];
  if (text.length < SHORTEST_DESCRIPTION || text.toLowerCase() === name.toLowerCase()) {
    return [
      warning(where, `says little: "${shown(text)}"`, 'say what the tool does, when to use it, and what comes back'),
    ];
  }
  if (description.length <= DESCRIPTION_LENGTH) return [];
  const finding = `is ${description.length} characters long; some providers refuse more than ${DESCRIPTION_LENGTH}`;
  return [warning(where, finding, 'keep what decides whether to call it; put the rest into the arguments')];
};

/** What is left of a name for somebody who reads it fast: no case, no separators, one sign for those that look the same. */
const skeletonOf = (name: string): string =>
  name.replaceAll(/[I1|]/g, 'l').toLowerCase().replaceAll('0', 'o').replaceAll(/[_-]/g, '');

/** Names that a model, or a person who approves a call, could take for one another. */
const lintNames = (tools: Manifest['tools'], otherTools: readonly string[]): readonly LintFinding[] => {
  const others = new Map(otherTools.map((name) => [skeletonOf(name), name]));
  const own = new Map<string, string>();
  return tools.flatMap(({ name }, index) => {
    const skeleton = skeletonOf(name);
    const [other, mine] = [others.get(skeleton), own.get(skeleton)];
    own.set(skeleton, name);
    const where = `/tools/${index}/name`;
    const hint = 'give it a name that cannot be taken for the other one';
    return [
      ...(other === undefined ? [] : [warning(where, `looks like "${shown(other)}", a tool of another plugin`, hint)]),
      ...(mine === undefined ? [] : [warning(where, `looks like "${shown(mine)}", another tool of the plugin`, hint)]),
    ];
  });
};

const lintTool = (tool: ManifestTool, index: number, otherTools: readonly string[]): readonly LintFinding[] => {
  const at = `/tools/${index}`;
  const { title, description, inputSchema, outputSchema, annotations } = tool;
  const read = { title, description, inputSchema, outputSchema, annotations };
  const schema = lintInputSchema(inputSchema).map((one) => ({
    ...one,
    where: shown(`${at}/inputSchema${one.where}`, 300),
  }));
  const named = TOOL_NAME.test(tool.name)
    ? []
    : [warning(`${at}/name`, 'Anthropic and OpenAI refuse the name', 'use letters, digits, _ and -, at most 64')];
  return [
    ...named,
    ...lintDescription(tool, `${at}/description`),
    ...schema,
    ...lintTexts(read, ['tools', index], otherTools),
  ];
};

/** What of a plugin's wishes an operator would ask about, or could not make sense of. */
const lintCapabilities = ({ capabilities = {} }: Manifest): readonly LintFinding[] => {
  const { fetch = [], secrets = [] } = capabilities;
  const wide = fetch.flatMap(({ origin }, index) => {
    const where = `/capabilities/fetch/${index}/origin`;
    const hint = 'name the origins that the tools need; an operator can grant some of them, and see what they are for';
    if (/\/\/\*$/.test(origin)) return [warning(where, `asks for every host: ${origin}`, hint)];
    const [, names] = /\/\/\*\.([^:/]+)/.exec(origin) ?? [];
    return names !== undefined && !names.includes('.')
      ? [warning(where, `asks for every host below "${names}"`, hint)]
      : [];
  });
  const lost = secrets.flatMap(({ name, origin }, index) => {
    if (fetch.some((rule) => originCovers(rule.origin, origin))) return [];
    const where = `/capabilities/secrets/${index}/origin`;
    const finding = `${name} is for ${origin}, which "fetch" does not ask for`;
    return [warning(where, finding, 'add that origin to capabilities.fetch, or correct this one')];
  });
  return [...wide, ...lost];
};

/** What stands out in a manifest, in its order, at most 200 findings. Takes any manifest that could be read. */
export const lintManifest = (manifest: Manifest, { otherTools = [] }: LintOptions = {}): readonly LintFinding[] => {
  const { tools, description } = manifest;
  const others = otherTools.filter((name) => !tools.some((tool) => tool.name === name));
  const many =
    tools.length > MANY_TOOLS
      ? [
          warning(
            '/tools',
            `has ${tools.length} tools; models choose worse among many`,
            'split the plugin, or merge tools',
          ),
        ]
      : [];
  return [
    ...lintTexts({ description }, [], others),
    ...lintCapabilities(manifest),
    ...many,
    ...lintNames(tools, others),
    ...tools.flatMap((tool, index) => lintTool(tool, index, others)),
  ].slice(0, FINDINGS);
};

/** The file name of a plugin's archive: `<name>-<version>.tgz`. */
export const archiveNameOf = ({ name, version = '0.0.0' }: Pick<Manifest, 'name' | 'version'>): string =>
  `${name}-${version}.tgz`;

/**
 * A finding where an archive is called after another plugin or version than is in it. It serves nonetheless: the manifest
 * decides what it is, `npm pack` puts a scope before the name, and an operator may have reasons; but names mislead people.
 */
export const lintArchiveName = (fileName: string, manifest: Manifest): LintFinding | undefined => {
  const name = archiveNameOf(manifest);
  if (fileName === name || fileName.endsWith(`-${name}`)) return undefined;
  return warning('', `the archive is called "${shown(fileName)}" and holds ${shown(name)}`, `rename it to ${name}`);
};
