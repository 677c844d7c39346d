// Checks arguments and results where no plugin code runs: in the plugin's validator isolate. Runs in a runner.

import type { Failure } from '../../protocol/errors.ts';
import type { CallMessage } from '../../protocol/messages.ts';
import type { PluginProgram } from '../isolates/plugin-program.ts';
import { checkFailure, misfit } from './call-failures.ts';

/** A JSON text to be checked, and the milliseconds that are left for it. */
export interface Checked {
  readonly side: 'input' | 'output';
  readonly text: string;
  readonly leftMs: number;
}

/** Why a text does not fit the tool's schema, or could not be checked; undefined where it fits. Never rejects. */
export const misfitIn = async (
  { validators }: PluginProgram,
  { toolName, limits }: CallMessage,
  { side, text, leftMs }: Checked,
): Promise<Failure | undefined> => {
  try {
    const violations = await validators.violationsOf(toolName, side, text, limits.cpuMs, leftMs);
    return violations === '' ? undefined : misfit(side, violations);
  } catch (error) {
    return checkFailure(side, error);
  }
};
