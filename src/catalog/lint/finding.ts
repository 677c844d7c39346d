// A finding of the lint. Any process.

/** Something that a plugin's author should change (a warning) or know (a note). */
export interface LintFinding {
  readonly level: 'warning' | 'note';
  /** JSON pointer into plugin.json, its unusual characters escaped; `""` for the whole file. */
  readonly where: string;
  readonly finding: string;
  readonly hint: string;
}

type Make = (where: string, finding: string, hint: string) => LintFinding;

export const warning: Make = (where, finding, hint) => ({ level: 'warning', where, finding, hint });

export const note: Make = (where, finding, hint) => ({ level: 'note', where, finding, hint });
