// Whatever ends a command early, as lines for a person, JSON for a script, and an exit code.

import { BundleRefused } from '../catalog/model/refusal.ts';
import type { Refusal } from '../protocol/program.ts';
import { CommandFailed, EXIT, type ExitCode, type Paint } from './command.ts';

export interface Complaint {
  readonly exitCode: ExitCode;
  readonly lines: readonly string[];
  readonly json: object;
}

/** Refusals of a bundle as lines: where and why, then what to do. */
export const refusalLines = (refusals: readonly Refusal[], paint: Paint): readonly string[] =>
  refusals.flatMap(({ where, reason, hint }) => [
    `${paint.bad('✗')} ${paint.strong(where)}: ${reason}`,
    `    → ${hint}`,
  ]);

/** The complaint for anything a command throws. What nobody has foreseen is a fault of the host's, told with its stack. */
export const complaintOf = (error: unknown, paint: Paint): Complaint => {
  if (error instanceof BundleRefused) {
    const { refusals } = error;
    return { exitCode: EXIT.fault, lines: refusalLines(refusals, paint), json: { ok: false, refused: refusals } };
  }
  if (error instanceof CommandFailed) {
    const { exitCode, lines } = error;
    return { exitCode, lines: lines.length === 0 ? [] : marked(lines, paint), json: { ok: false, problems: lines } };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // Told by its name: the class comes from a module that most commands have no need to load.
  const isForeseen = name === 'StartRefused';
  const lines = isForeseen
    ? marked([message], paint)
    : marked(['Toolcell itself failed. This is no fault of the plugin:', stack ?? message], paint);
  return { exitCode: EXIT.host, lines, json: { ok: false, problems: [message] } };
};

const marked = ([first = '', ...rest]: readonly string[], paint: Paint): readonly string[] => [
  `${paint.bad('✗')} ${first}`,
  ...rest.map((line) => `  ${line}`),
];
