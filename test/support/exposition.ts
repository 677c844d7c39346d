// Reads Prometheus text, for tests of what a server exports.

/** A line of the text. */
export interface Exposed {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A text, read. */
export interface Exposition {
  /** Family → type. */
  readonly types: ReadonlyMap<string, string>;
  readonly lines: readonly Exposed[];
  /** The value of the line with this name and these labels, and perhaps others; undefined if there is none. */
  valueOf(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
}

const LINE = /^([a-z_][a-z0-9_]*)(?:\{(.*)\})? (\S+)$/s;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\.)*)"/g;

/** Throws if a line has another form. */
export const readExposition = (text: string): Exposition => {
  const types = new Map<string, string>();
  const lines: Exposed[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, family = '', type = ''] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (type !== '') types.set(family, type);
    if (line.startsWith('#')) continue;
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a line of Prometheus text: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', content = '']) => [label, content] as const);
    lines.push({ name, labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return {
    types,
    lines,
    valueOf: (name, labels = {}) =>
      lines.find(
        (line) => line.name === name && Object.entries(labels).every(([label, value]) => line.labels[label] === value),
      )?.value,
  };
};

/** Scrapes a server. */
export const scrape = async (metricsUrl: string | undefined): Promise<Exposition> => {
  if (metricsUrl === undefined) throw new Error('The server has no figures.');
  const response = await fetch(metricsUrl);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return readExposition(await response.text());
};
