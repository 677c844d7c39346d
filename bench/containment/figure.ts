// The types of a figure with its goal and of a measurement, and their tables.

/** One figure and its goal. */
export interface Figure {
  readonly name: string;
  readonly asked: string;
  readonly reached: string;
  readonly met: boolean;
}

export interface Measurement {
  readonly figures: readonly Figure[];
  /** A description of the measurement: what ran, which defaults were changed and why. */
  readonly setting: string;
  /** Rows that explain the figures. The first one is the heading. */
  readonly details: readonly (readonly string[])[];
}

/** Writes the progress of a measurement to standard error. */
export type Progress = (text: string) => void;

/** The rows as lines of text, with every column padded to one width. */
export const tableText = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

export const figureRows = (figures: readonly Figure[]): string[][] => [
  ['figure', 'asked for', 'reached', ''],
  ...figures.map(({ name, asked, reached, met }) => [name, asked, reached, met ? 'met' : 'MISSED']),
];

/** True if every goal was reached. */
export const allMet = (figures: readonly Figure[]): boolean => figures.every(({ met }) => met);
