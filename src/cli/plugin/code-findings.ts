// What can be told of a plugin's code without running it: names that the sandbox does not have, and errors of types.

import type { BoxOptions } from '../../pack/compiler-box.ts';
import { freeNamesIn, freeNameTexts } from '../../pack/free-names.ts';
import { checkTypes, type TypeCheck, typeWarnings } from '../../pack/type-errors.ts';
import type { CommandContext } from '../command.ts';
import type { OpenedPlugin } from './open-plugin.ts';

export interface CodeFindings {
  /** One sentence each, some with what to do behind an arrow. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly types: TypeCheck['state'];
}

/** Where the folder's own compiler runs. */
export const boxOptions = ({ env, given }: Pick<CommandContext, 'env' | 'given'>): BoxOptions => ({
  searchPath: env.PATH ?? '',
  isTrusted: given.has('trust'),
});

/** Looks at a packed folder's sources, or at the module of an archive. Never rejects for what is in them. */
export const codeFindings = async (
  { bundle, folder, packed }: OpenedPlugin,
  context: Pick<CommandContext, 'env' | 'given'>,
): Promise<CodeFindings> => {
  if (folder === undefined || packed === undefined) {
    const { entrySource: code, entryName, sourceMap, manifest } = bundle;
    const isTypeScript = entryName.endsWith('.ts');
    const found = isTypeScript ? [] : freeNamesIn({ code, entryName, sourceMap });
    return { ...freeNameTexts(found, manifest.tools), types: 'not needed' };
  }
  const types = await checkTypes(folder, boxOptions(context));
  const warnings = [...packed.warnings, ...typeWarnings(types, packed.warnings)];
  const unchecked = types.state === 'not checked' ? [`The types were not checked: ${types.why}`] : [];
  return { warnings, notes: [...packed.notes, ...unchecked], types: types.state };
};
