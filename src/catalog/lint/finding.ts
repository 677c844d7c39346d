// A finding of the lint. Any process.

import type { PluginWarning } from '../../shared/protocol/admin.ts';

/** Something that a plugin's author should change (a warning) or know (a note). */
export type LintFinding = Omit<PluginWarning, 'tool'>;

type Make = (where: string, finding: string, hint: string) => LintFinding;

export const warning: Make = (where, finding, hint) => ({ level: 'warning', where, finding, hint });

export const note: Make = (where, finding, hint) => ({ level: 'note', where, finding, hint });
