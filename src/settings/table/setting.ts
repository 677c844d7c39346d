// The kinds of settings: a value with its range and default, a map from names to more settings, or a section. Helpers make those that the table
// has often. Any process.

interface Documented<Value> {
  readonly default: Value;
  /** One sentence: what the setting does, with its unit. */
  readonly meaning: string;
  /** One sentence: why this default and this range. */
  readonly reason: string;
  /** New calls follow a change while the server runs. Without it, a change waits for a restart. */
  readonly live?: true;
  /** Settings that have to be set if this one is: each a path, or two with ` or ` between them. */
  readonly needs?: readonly string[];
}

/** A whole number from `min` to `max`, both included. */
export interface WholeNumber extends Documented<number> {
  readonly type: 'integer';
  /** What its default follows, if that is not the same on every machine: words for the page of settings and for the schema. */
  readonly defaultWords?: string;
  readonly min: number;
  readonly max: number;
}

/** What is wrong with a text, in words that follow it, and what to do. */
export interface TextFault {
  readonly wrong: string;
  readonly fix: string;
}

/** The form of a text: an ECMAScript pattern that is also valid in JSON Schema, and the same in words. */
export interface TextForm {
  readonly pattern: string;
  readonly words: string;
  /** The text may be a secret that was written here by mistake, so no message quotes it. */
  readonly isHidden?: boolean;
  /** What is wrong with the meaning of a text of this form. */
  readonly faultOf?: (text: string) => TextFault | undefined;
}

export interface Text extends Documented<string> {
  readonly type: 'string';
  readonly form: TextForm;
}

export interface Choice<Value extends string = string> extends Documented<Value> {
  readonly type: 'choice';
  readonly values: readonly Value[];
}

export interface Switch extends Documented<boolean> {
  readonly type: 'boolean';
}

/** A list of different texts. */
export interface TextList extends Documented<readonly string[]> {
  readonly type: 'list';
  readonly form: TextForm;
  readonly maxItems: number;
}

/** On, off, or a list that names which of its values are on. */
export interface SwitchOrList<Value extends string = string> extends Documented<boolean | readonly Value[]> {
  readonly type: 'switches';
  readonly values: readonly Value[];
}

/** Names that the operator chooses, each with settings of its own. */
export interface NamedSettings<Each extends Entry = Entry> extends Documented<Readonly<Record<string, never>>> {
  readonly type: 'map';
  /** The word for a key in messages: `plugin name`. */
  readonly keyWord: string;
  readonly keyForm: TextForm;
  readonly maxEntries: number;
  readonly each: Each;
}

export type Setting = WholeNumber | Text | Choice | Switch | SwitchOrList | TextList | NamedSettings;

export interface Section {
  readonly [name: string]: Entry;
}

export type Entry = Setting | Section;

/** The value of a setting, or the values of a section, by the table. */
export type ValueOf<Item> =
  Item extends NamedSettings<infer Each>
    ? Readonly<Record<string, NamedValue<Each>>>
    : Item extends Documented<infer Value>
      ? Value
      : { readonly [Name in keyof Item]: ValueOf<Item[Name]> };

/** The same inside a map, where nothing has a default: what is not set is absent. */
type NamedValue<Item> =
  Item extends Documented<unknown> ? ValueOf<Item> : { readonly [Name in keyof Item]?: NamedValue<Item[Name]> };

/** True for a setting: no section has a text under `type`. */
export const isSetting = (entry: Entry): entry is Setting => typeof entry.type === 'string';

/** Every setting in `section` as [path, setting], in the table's order, without settings inside maps. */
export function* settingsIn(section: Section, prefix = ''): Generator<readonly [path: string, setting: Setting]> {
  for (const [name, entry] of Object.entries(section)) {
    if (isSetting(entry)) yield [prefix + name, entry];
    else yield* settingsIn(entry, `${prefix}${name}.`);
  }
}

/** What the default of a setting follows, in words; undefined if it is the same on every machine. */
export const defaultWordsOf = (setting: Setting): string | undefined =>
  setting.type === 'integer' ? setting.defaultWords : undefined;

/** The range or form of a setting in words: `16 to 4096`, `true or false`. */
export function rangeOf(setting: Setting): string {
  switch (setting.type) {
    case 'integer':
      return `${setting.min} to ${setting.max}`;
    case 'string':
      return setting.form.words;
    case 'choice':
      return setting.values.map((value) => JSON.stringify(value)).join(' or ');
    case 'boolean':
      return 'true or false';
    case 'switches':
      return `true, false, or a list of ${setting.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'list':
      return `up to ${setting.maxItems}, each ${setting.form.words}`;
    case 'map':
      return `up to ${setting.maxEntries}, each named by ${setting.keyForm.words}`;
  }
}

/** The same setting, which new calls follow while the server runs. */
export const live = <Kind extends Setting>(setting: Kind): Kind & { readonly live: true } => ({
  ...setting,
  live: true,
});

/** The same setting, which can be set only together with others; see {@link Documented.needs}. */
export const needing = <Kind extends Setting>(needs: readonly string[], setting: Kind): Kind => ({ ...setting, needs });

export const whole = (
  range: Pick<WholeNumber, 'default' | 'min' | 'max'>,
  meaning: string,
  reason: string,
): WholeNumber => ({
  type: 'integer',
  ...range,
  meaning,
  reason,
});

export const choice = <const Value extends string>(
  values: readonly Value[],
  standard: NoInfer<Value>,
  meaning: string,
  reason: string,
): Choice<Value> => ({ type: 'choice', default: standard, values, meaning, reason });

/** A list of texts, empty by default. */
export const list = (form: TextForm, meaning: string, reason: string): TextList => ({
  type: 'list',
  default: [],
  form,
  maxItems: 256,
  meaning,
  reason,
});

/** A text, empty by default. */
export const text = (form: TextForm, meaning: string, reason: string, standard = ''): Text => ({
  type: 'string',
  default: standard,
  form,
  meaning,
  reason,
});

/** A switch that is off by default. */
export const off = (meaning: string, reason: string): Switch => ({ type: 'boolean', default: false, meaning, reason });

/** A switch that is on by default. */
export const on = (meaning: string, reason: string): Switch => ({ type: 'boolean', default: true, meaning, reason });

/** A switch that is off by default, or the names of the values that are on. */
export const offOrList = <Value extends string>(
  values: readonly Value[],
  meaning: string,
  reason: string,
): SwitchOrList<Value> => ({ type: 'switches', default: false, values, meaning, reason });

export const named = <Each extends Entry>(
  parts: Omit<NamedSettings<Each>, 'type' | 'default' | 'maxEntries'>,
): NamedSettings<Each> => ({
  type: 'map',
  // Without a prototype, so that a plugin named `constructor` finds nothing.
  default: Object.freeze(Object.create(null)),
  maxEntries: 1_000,
  ...parts,
});
