// A figure: what was asked for, what was reached; and a measurement, which yields some.

/** One figure beside its goal. */
export interface Figure {
  readonly name: string;
  readonly asked: string;
  readonly reached: string;
  readonly met: boolean;
}

export interface Measurement {
  readonly figures: readonly Figure[];
  /** What the measurement ran, and what it changed of the defaults and why. */
  readonly setting: string;
  /** Rows beside the figures that help to read them; the first one is the heading. */
  readonly details: readonly (readonly string[])[];
}

/** Tells how far a measurement is, on standard error. */
export type Progress = (text: string) => void;

/** Columns padded to one width, as lines of text. */
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
