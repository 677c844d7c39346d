// Aligns rows of text in columns.

/** Lines with each column as wide as its widest cell. The last column is not padded; those with an index in `right` are aligned to the right. */
export const tableLines = (
  rows: readonly (readonly string[])[],
  right: ReadonlySet<number> = new Set(),
): readonly string[] => {
  const widthOf = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = (rows[0] ?? []).slice(0, -1).map((_, column) => widthOf(column));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  '),
  );
};
