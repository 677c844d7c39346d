// One line of the table of goals: a measured value and its goal.

export interface Figure {
  readonly name: string;
  /** The measured value; undefined if it was not measured. */
  readonly reached: number | undefined;
  readonly unit: '×' | '%' | 'ms' | 's' | 'MB' | 'µs';
  readonly goal: { readonly atLeast: number } | { readonly atMost: number };
  /** Further values, for the reader. */
  readonly detail?: string;
}

/** Undefined if it was not measured. */
export const isMet = ({ reached, goal }: Figure): boolean | undefined => {
  if (reached === undefined) return undefined;
  return 'atLeast' in goal ? reached >= goal.atLeast : reached <= goal.atMost;
};

/** A rounded number and its unit. */
export const withUnit = (value: number | undefined, unit: Figure['unit']): string => {
  if (value === undefined) return '–';
  const text = shortNumber(value);
  return unit === '×' ? `${text}×` : `${text} ${unit}`;
};

/** Two or three significant digits, with separators between thousands. */
export const shortNumber = (value: number): string => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  if (size >= 0.1) return value.toFixed(size >= 10 ? 1 : 2);
  return size >= 0.01 ? value.toFixed(3) : Number(value.toPrecision(2)).toString();
};

export const goalText = ({ goal, unit }: Figure): string =>
  'atLeast' in goal ? `≥ ${withUnit(goal.atLeast, unit)}` : `≤ ${withUnit(goal.atMost, unit)}`;
