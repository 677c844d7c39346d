// Turns an error that ends a command into lines for a person, JSON for a script, and an exit code.

import { BundleRefused } from '../../catalog/model/refusal.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import { CommandFailed, EXIT, type ExitCode, type Style } from './command.ts';

/** Refusals of a bundle as lines: where and why, then a hint. */
export const refusalLines = (refusals: readonly Refusal[], style: Style): readonly string[] =>
  refusals.flatMap(({ where, reason, hint }) => [
    `${style.bad('✗')} ${style.strong(where)}: ${reason}`,
    `    → ${hint}`,
  ]);

/** Errors of a disk or of missing rights: the operator has to mend something, and a stack would not say what. */
const OF_SYSTEM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'EREMOTEIO', 'ESTALE', 'EMFILE', 'ENFILE'];

/** The report of any error that a command throws. An unexpected error is the host's fault, and is shown with its stack. */
export const errorReportOf = (
  error: unknown,
  style: Style,
): { readonly exitCode: ExitCode; readonly lines: readonly string[]; readonly json: object } => {
  if (error instanceof BundleRefused) {
    const { refusals } = error;
    return { exitCode: EXIT.fault, lines: refusalLines(refusals, style), json: { ok: false, refused: refusals } };
  }
  if (error instanceof CommandFailed) {
    const { exitCode, lines } = error;
    return { exitCode, lines: lines.length === 0 ? [] : marked(lines, style), json: { ok: false, problems: lines } };
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // By its name, since most commands do not load the module that has the class.
  const isExpected = name === 'StartRefused' || OF_SYSTEM.includes(systemCode(error) ?? '');
  const lines = isExpected
    ? marked([message], style)
    : marked(['Toolcell itself failed. This is not the fault of the plugin:', stack ?? message], style);
  return { exitCode: EXIT.host, lines, json: { ok: false, problems: [message] } };
};

const marked = ([first = '', ...rest]: readonly string[], style: Style): readonly string[] => [
  `${style.bad('✗')} ${first}`,
  ...rest.map((line) => `  ${line}`),
];
