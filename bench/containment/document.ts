// Writes the text of docs/containment-figures.md, one section per measurement. A run of some measurements keeps the sections of
// the others.

import { type Figure, figureRows, type Measurement } from './figure.ts';
import { type Machine, machineRows } from './machine.ts';

export interface Taken {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly date: string;
  readonly machine: Machine;
  readonly measurement: Measurement;
}

const HEADING = `# Containment: the figures

Measurements of what hostile plugins cost their neighbours. \`npm run bench:containment -- --write\` writes this page. Every section
names the command and the machine of its figures. Ratios and counts carry over to other machines, milliseconds do not.
`;

/** The page, with new sections in the place of former ones of the same name, in a fixed order. */
export const documentText = (former: string, taken: readonly Taken[], order: readonly string[]): string => {
  const sections = new Map(sectionsOf(former));
  for (const one of taken) sections.set(one.name, sectionText(one));
  const known = order.flatMap((name) => sections.get(name) ?? []);
  return `${HEADING}\n${known.join('\n')}`;
};

/** A name may have hyphens: `big-results`. */
const MARK = /^<!-- ([\w-]+) -->$/m;

const sectionsOf = (text: string): [name: string, section: string][] => {
  const parts = text.split(MARK).slice(1);
  const sections: [string, string][] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = parts[i] as string;
    sections.push([name, `<!-- ${name} -->${parts[i + 1]?.trimEnd()}\n`]);
  }
  return sections;
};

const sectionText = ({ name, title, command, date, machine, measurement }: Taken): string =>
  `${[
    `<!-- ${name} -->`,
    `## ${title}`,
    measurement.setting,
    markdownTable(figureRows(measurement.figures)),
    `\`${command}\`, ${date}, on:`,
    markdownTable(machineRows(machine)),
    `<details><summary>In detail</summary>\n\n${markdownTable(measurement.details)}\n\n</details>`,
  ].join('\n\n')}\n`;

const markdownTable = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...body] = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return [head, `|${(rows[0] ?? []).map(() => ' --- |').join('')}`, ...body].join('\n');
};

/** True if every goal was reached. */
export const allMet = (figures: readonly Figure[]): boolean => figures.every(({ met }) => met);
