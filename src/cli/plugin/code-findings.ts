// Finds faults in a plugin's code without running it: names that the sandbox does not have, and type errors. Shows them as lines.

import { shown } from '../../catalog/model/refusal.ts';
import type { CommandContext, Style } from '../common/command.ts';
import type { BoxOptions } from '../pack/compiler-box.ts';
import { freeNamesIn, freeNameTexts } from '../pack/free-names.ts';
import { nodePartTexts } from '../pack/node-parts.ts';
import { checkTypes, type TypeCheck, typeWarnings } from '../pack/type-errors.ts';
import { mapFault } from './map-fit.ts';
import type { OpenedPlugin } from './open-plugin.ts';

export interface CodeFindings {
  /** One sentence each, some with an arrow and a hint. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly types: TypeCheck['state'];
  /** TypeScript's errors, which are among the warnings, too. */
  readonly typeErrors: readonly string[];
}

/** Options of the box that the folder's own compiler runs in. */
export const boxOptions = ({ env, args }: Pick<CommandContext, 'env' | 'args'>): BoxOptions => ({
  searchPath: env.PATH ?? '',
  isTrusted: args.has('trust'),
});

/** Checks the sources of a packed folder, or the module of an archive. Never rejects because of their content. */
export const codeFindings = async (
  { bundle, folder, packed }: OpenedPlugin,
  context: Pick<CommandContext, 'env' | 'args'>,
): Promise<CodeFindings> => {
  if (folder === undefined || packed === undefined) {
    const { entrySource: code, entryName, sourceMap, manifest } = bundle;
    const isTypeScript = entryName.endsWith('.ts');
    const found = isTypeScript ? [] : freeNamesIn({ code, entryName, sourceMap });
    const { warnings, notes } = freeNameTexts(found, manifest.tools);
    const misfit = sourceMap === undefined || isTypeScript ? undefined : mapFault({ code, entryName, sourceMap });
    return { warnings: [...warnings, ...(misfit ? [misfit] : [])], notes, types: 'not needed', typeErrors: [] };
  }
  const types = await checkTypes(folder, boxOptions(context));
  const typeErrors = typeWarnings(types, packed.warnings);
  const warnings = [...packed.warnings, ...typeErrors];
  const unchecked = types.state === 'not checked' ? [`The types were not checked: ${types.why}`] : [];
  return {
    warnings,
    notes: [...packed.variants, ...nodePartTexts(packed.nodeModules), ...packed.notes, ...unchecked],
    types: types.state,
    typeErrors,
  };
};

const FINDING_CHARACTERS = 600;

const linesOf = (text: string, mark: string): readonly string[] => {
  const [finding = '', hint] = text.split(' → ');
  return [
    `${mark} ${shown(finding, FINDING_CHARACTERS)}`,
    ...(hint === undefined ? [] : [`    → ${shown(hint, FINDING_CHARACTERS)}`]),
  ];
};

/** Warnings as lines. `warnings`: one sentence each, some with an arrow and a hint. */
export const warningLines = (warnings: readonly string[], style: Style): readonly string[] =>
  warnings.flatMap((warning) => linesOf(warning, style.warning('!')));

export const noteLines = (notes: readonly string[], style: Style): readonly string[] =>
  notes.flatMap((note) => linesOf(note, style.faint('·')));
