// What a setting can be: a leaf with its range and default, a map from names to more settings, or a section of them.
// The table in settings.ts is built from these; checking, the JSON Schema and the docs all read that table.

interface Told<Value> {
  readonly default: Value;
  /** One sentence: what the setting does, with its unit. */
  readonly meaning: string;
  /** One sentence: why this default and this range. */
  readonly reason: string;
}

/** A whole number from `min` to `max`, both included. */
export interface WholeNumber extends Told<number> {
  readonly type: 'integer';
  readonly min: number;
  readonly max: number;
}

/** What a text must look like: an ECMAScript pattern that is also valid JSON Schema, and the same in words. */
export interface TextForm {
  readonly pattern: string;
  readonly words: string;
  /** What is written here by mistake may be a secret: no message says it. */
  readonly isHidden?: boolean;
}

export interface Text extends Told<string> {
  readonly type: 'string';
  readonly form: TextForm;
}

export interface Choice<Value extends string = string> extends Told<Value> {
  readonly type: 'choice';
  readonly values: readonly Value[];
}

export interface Switch extends Told<boolean> {
  readonly type: 'boolean';
}

/** A list of different texts. */
export interface TextList extends Told<readonly string[]> {
  readonly type: 'list';
  readonly form: TextForm;
  readonly maxItems: number;
}

/** On, off, or a list that names which of its values are on. */
export interface SwitchOrList<Value extends string = string> extends Told<boolean | readonly Value[]> {
  readonly type: 'switches';
  readonly values: readonly Value[];
}

/** Names that the operator makes up, each with settings of its own; nothing is set unless it is written. */
export interface NamedSettings<Value = unknown> extends Told<Readonly<Record<string, Value>>> {
  readonly type: 'map';
  /** What a key is, for messages: `plugin name`. */
  readonly keyWord: string;
  readonly keyForm: TextForm;
  readonly maxEntries: number;
  readonly each: Entry;
}

export type Setting = WholeNumber | Text | Choice | Switch | SwitchOrList | TextList | NamedSettings;

export interface Section {
  readonly [name: string]: Entry;
}

export type Entry = Setting | Section;

type SettingOf<Value> = [Value] extends [number]
  ? WholeNumber
  : [Value] extends [boolean]
    ? Switch
    : [Value] extends [readonly string[]]
      ? TextList
      : [Value] extends [boolean | readonly (infer Item extends string)[]]
        ? SwitchOrList<Item>
        : [Value] extends [string]
          ? string extends Value
            ? Text
            : Choice<Value>
          : string extends keyof Value
            ? NamedSettings<Value[keyof Value]>
            : TableOf<Value>;

/** The table that covers `Values` whole: leaving a field out, or giving it another type, does not compile. */
export type TableOf<Values> = { readonly [Key in keyof Values]-?: SettingOf<NonNullable<Values[Key]>> };

/** Tells a setting from a section: no section has a setting's text under `type`. */
export const isSetting = (entry: Entry): entry is Setting => typeof entry.type === 'string';

/** Every setting in `section` as [path, setting], in the table's order; what is inside maps is not entered. */
export function* settingsIn(section: Section, prefix = ''): Generator<readonly [path: string, setting: Setting]> {
  for (const [name, entry] of Object.entries(section)) {
    if (isSetting(entry)) yield [prefix + name, entry];
    else yield* settingsIn(entry, `${prefix}${name}.`);
  }
}

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
