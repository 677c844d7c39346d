// Finds in a manifest what agents could misunderstand or should not read, for authors in `check` and for operators in status. Any process; runs
// nothing of the plugin.

import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { originCovers } from '../../shared/protocol/origins.ts';
import { compositeKey } from '../../shared/text/composite-key.ts';
import { pointerOf } from '../../shared/text/json-places.ts';
import { shown } from '../model/refusal.ts';
import { type LintFinding, warning } from './finding.ts';
import { lintInputSchema } from './lint-schema.ts';
import { findInText } from './lint-text.ts';

export type { LintFinding } from './finding.ts';

export interface LintOptions {
  /** Names of tools of other plugins on the server, if they are known. */
  readonly otherTools?: readonly string[];
}

/** Providers have refused longer descriptions, and a model reads every description in every conversation. */
const DESCRIPTION_LENGTH = 1_024;
const SHORTEST_DESCRIPTION = 12;
/** Models choose worse among many tools, and a server has several plugins. */
const MANY_TOOLS = 20;
const FINDINGS = 200;

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

type Path = readonly (string | number)[];

/** Every string of a value and every key of its objects, with their paths. The manifest's reader has capped the depth. */
function* textsIn(value: unknown, path: Path): Generator<readonly [path: Path, text: string]> {
  if (typeof value === 'string') yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, held] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [[...path, key], key];
    yield* textsIn(held, [...path, key]);
  }
}

/** True for a name that cannot be an ordinary word: it joins two words, or has digits. */
const looksLikeName = (name: string): boolean => /[a-z][A-Z]|[_-]|\d/.test(name) && name.length >= 5;

const namesIn = (text: string, otherTools: readonly string[]): readonly string[] =>
  otherTools.filter((name) => {
    if (!looksLikeName(name)) return false;
    const at = text.indexOf(name);
    return at >= 0 && !/[\w-]/.test(`${text[at - 1] ?? ' '}`) && !/[\w-]/.test(`${text[at + name.length] ?? ' '}`);
  });

const lintTexts = (value: unknown, path: Path, otherTools: readonly string[]): readonly LintFinding[] => {
  const findings = textsIn(value, path).flatMap(([place, text]) => {
    const where = shown(pointerOf(place), 300);
    const hint = 'describe this tool alone: its reader may not have the other one';
    return [
      ...findInText(text).map((found) => warning(where, found.finding, found.hint)),
      ...namesIn(text, otherTools).map((name) => warning(where, `names "${name}", a tool of another plugin`, hint)),
    ];
  });
  // A key and its value may have the same fault.
  return [...new Map([...findings].map((one) => [compositeKey(one.where, one.finding), one])).values()];
};

const DESCRIBE = 'say what the tool does, when to use it, and what it returns';

const lintDescription = ({ name, description }: ManifestTool, where: string): readonly LintFinding[] => {
  const text = description.trim();
  if (text === '') return [warning(where, 'is empty', DESCRIBE)];
  if (text.length < SHORTEST_DESCRIPTION || text.toLowerCase() === name.toLowerCase())
    return [warning(where, `says little: "${shown(text)}"`, DESCRIBE)];
  if (description.length <= DESCRIPTION_LENGTH) return [];
  const finding = `is ${description.length} characters long; some providers refuse more than ${DESCRIPTION_LENGTH}`;
  return [warning(where, finding, 'keep what helps to decide about a call; move the rest to the arguments')];
};

/** A name as somebody reads it in a hurry: without case and separators, with one character for those that look the same. */
const skeletonOf = (name: string): string =>
  name.replaceAll(/[I1|]/g, 'l').toLowerCase().replaceAll('0', 'o').replaceAll(/[_-]/g, '');

/** Finds names that a model, or a person who approves a call, could confuse. */
const lintNames = (tools: Manifest['tools'], otherTools: readonly string[]): readonly LintFinding[] => {
  const others = new Map(otherTools.map((name) => [skeletonOf(name), name]));
  const own = new Map<string, string>();
  return tools.flatMap(({ name }, index) => {
    const skeleton = skeletonOf(name);
    const [other, mine] = [others.get(skeleton), own.get(skeleton)];
    own.set(skeleton, name);
    const where = `/tools/${index}/name`;
    const hint = 'give it a name that nobody confuses with the other one';
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
  const schema = lintInputSchema(inputSchema).map((one) => {
    const where = shown(`${at}/inputSchema${one.where}`, 300);
    return { ...one, where };
  });
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

/** Finds requested capabilities that are wider than most tools need, and secrets for origins that are not requested. */
const lintCapabilities = ({ capabilities = {} }: Manifest): readonly LintFinding[] => {
  const { fetch = [], secrets = [] } = capabilities;
  const wide = fetch.flatMap(({ origin }, index) => {
    const where = `/capabilities/fetch/${index}/origin`;
    const hint = 'name the origins that the tools need, so that an operator can grant some of them';
    if (/\/\/\*$/.test(origin)) return [warning(where, `asks for every host: ${origin}`, hint)];
    const [, names = '.'] = /\/\/\*\.([^:/]+)/.exec(origin) ?? [];
    return names.includes('.') ? [] : [warning(where, `asks for every host below "${names}"`, hint)];
  });
  const lost = secrets.flatMap(({ name, origin }, index) => {
    if (fetch.some((rule) => originCovers(rule.origin, origin))) return [];
    const where = `/capabilities/secrets/${index}/origin`;
    const finding = `${name} is for ${origin}, which "fetch" does not ask for`;
    return [warning(where, finding, 'add that origin to capabilities.fetch, or correct this one')];
  });
  return [...wide, ...lost, ...lintBodySecrets(capabilities)];
};

/** Finds secrets for bodies of requests that never have one. */
const lintBodySecrets = ({ fetch = [], secrets = [] }: NonNullable<Manifest['capabilities']>): readonly LintFinding[] =>
  secrets.flatMap(({ name, origin, bodyMembers }, index) => {
    const rules = fetch.filter((rule) => originCovers(rule.origin, origin));
    const hasBody = rules.some(({ methods = [] }) => methods.some((method) => method !== 'GET' && method !== 'HEAD'));
    if (!bodyMembers || rules.length === 0 || hasBody) return [];
    const where = `/capabilities/secrets/${index}/bodyMembers`;
    const finding = `${name} is for a body, and "fetch" asks for no method that has one`;
    return [warning(where, finding, `add "methods": ["POST"] to the entry for ${origin} in capabilities.fetch`)];
  });

/** The findings about a valid manifest, in its order, at most 200. */
export const lintManifest = (manifest: Manifest, { otherTools = [] }: LintOptions = {}): readonly LintFinding[] => {
  const { tools, description } = manifest;
  const others = otherTools.filter((name) => !tools.some((tool) => tool.name === name));
  const finding = `has ${tools.length} tools; models choose worse among many`;
  const many = tools.length > MANY_TOOLS ? [warning('/tools', finding, 'split the plugin, or merge tools')] : [];
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
 * A finding for an archive that is named after another plugin or version, which misleads people. The bundle serves all the same: only the manifest
 * counts, and `npm pack` puts a scope before the name.
 */
export const lintArchiveName = (fileName: string, manifest: Manifest): LintFinding | undefined => {
  const name = archiveNameOf(manifest);
  if (fileName === name || fileName.endsWith(`-${name}`)) return undefined;
  return warning('', `the archive is named "${shown(fileName)}" and has ${shown(name)} in it`, `rename it to ${name}`);
};
