// Statistics over lists of numbers. Runs inside the isolate as it stands: one file of TypeScript, no imports.

const MAX_NUMBERS = 100_000;
const MAX_BINS = 100;

interface DescribeArguments {
  readonly numbers: readonly number[];
  /** Shares between 0 and 1. */
  readonly quantiles?: readonly number[];
  readonly bins?: number;
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Count, range, mean, median, sample standard deviation, quantiles and a histogram. Throws for no numbers or too many. */
export function describeNumbers({ numbers, quantiles = [0.25, 0.5, 0.75], bins = 10 }: DescribeArguments) {
  const sorted = sortedNumbers('numbers', numbers);
  if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS) {
    throw new Error(`"bins" must be a whole number from 1 to ${MAX_BINS}.`);
  }
  const { mean, squares } = momentsOf(sorted);
  const count = sorted.length;
  return {
    count,
    min: at(sorted, 0),
    max: at(sorted, count - 1),
    sum: finite(sumOf(sorted)),
    mean,
    median: quantileOf(sorted, 0.5),
    standardDeviation: count < 2 ? null : finite(Math.sqrt(squares / (count - 1))),
    quantiles: sharesIn(quantiles).map((share) => ({ share, value: quantileOf(sorted, share) })),
    histogram: histogramOf(sorted, bins),
  };
}

/** The line `y = slope · x + intercept` with the least squared error, and how well it fits. */
export function linearRegression({ points }: { readonly points: readonly (readonly [number, number])[] }) {
  if (!Array.isArray(points) || points.length < 2 || points.length > MAX_NUMBERS) {
    throw new Error(`"points" must be a list of 2 to ${MAX_NUMBERS} pairs [x, y].`);
  }
  const xs = numbersIn(
    'points',
    points.map((point) => point?.[0]),
  );
  const ys = numbersIn(
    'points',
    points.map((point) => point?.[1]),
  );
  const x = momentsOf(xs);
  const y = momentsOf(ys);
  if (x.squares === 0) throw new Error('Every x is the same: no line of the form y = slope · x + intercept fits.');
  let products = 0;
  for (let index = 0; index < xs.length; index += 1) products += (at(xs, index) - x.mean) * (at(ys, index) - y.mean);
  const slope = finite(products / x.squares);
  // For a flat line there is nothing to explain, hence no share that is explained.
  const correlation = y.squares === 0 ? null : clamp(finite(slope * Math.sqrt(x.squares / y.squares)));
  return {
    count: xs.length,
    slope,
    intercept: finite(y.mean - slope * x.mean),
    correlation,
    rSquared: correlation === null ? null : correlation * correlation,
  };
}

/** Mean, and the sum of squared distances from it: in two passes, which loses less than one. */
function momentsOf(numbers: Float64Array): { readonly mean: number; readonly squares: number } {
  const mean = finite(sumOf(numbers) / numbers.length);
  let squares = 0;
  for (const number of numbers) squares += (number - mean) ** 2;
  return { mean, squares: finite(squares) };
}

/** Sum with the lost low digits carried along (Neumaier). */
function sumOf(numbers: Float64Array): number {
  let sum = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Linear between the two nearest numbers: type 7 of Hyndman and Fan, as in R, NumPy and spreadsheets. */
function quantileOf(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = at(sorted, Math.floor(place));
  const above = at(sorted, Math.ceil(place));
  const part = place - Math.floor(place);
  return below * (1 - part) + above * part;
}

/** Bins of equal width; each holds its lower edge, the last one both. One bin where all numbers are the same. */
function histogramOf(sorted: Float64Array, bins: number): Bin[] {
  const min = at(sorted, 0);
  const max = at(sorted, sorted.length - 1);
  if (min === max) return [{ from: min, to: max, count: sorted.length }];
  const range = finite(max - min);
  const edgeOf = (bin: number): number => (bin === bins ? max : min + range * (bin / bins));
  const counts = new Array<number>(bins).fill(0);
  let bin = 0;
  for (const number of sorted) {
    // Walks the edges that are reported: dividing by the width would round some numbers into the bin beside theirs.
    while (bin < bins - 1 && number >= edgeOf(bin + 1)) bin += 1;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: edgeOf(index), to: edgeOf(index + 1), count }));
}

function sharesIn(value: readonly number[]): readonly number[] {
  if (Array.isArray(value) && value.length <= 100 && value.every((share) => share >= 0 && share <= 1)) return value;
  throw new Error('"quantiles" must be a list of at most 100 numbers from 0 to 1, such as [0.5, 0.95].');
}

function numbersIn(name: string, value: unknown): Float64Array {
  if (!Array.isArray(value) || value.length < 1 || value.length > MAX_NUMBERS) {
    throw new Error(`"${name}" must be a list of 1 to ${MAX_NUMBERS} numbers.`);
  }
  const wrong = value.findIndex((number) => typeof number !== 'number' || !Number.isFinite(number));
  if (wrong >= 0) throw new Error(`"${name}" must hold finite numbers only; look at index ${wrong}.`);
  return Float64Array.from(value as number[]);
}

const sortedNumbers = (name: string, value: unknown): Float64Array => numbersIn(name, value).sort();

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? Number.NaN;

const clamp = (correlation: number): number => Math.max(-1, Math.min(1, correlation));

/** JSON has no infinity: rather an error that says so than a silent null. */
function finite(number: number): number {
  if (Number.isFinite(number)) return number;
  throw new Error('The numbers are too large to compute with; scale them down first.');
}
