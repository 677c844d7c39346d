// Writes the table of settings as a JSON Schema, with which an editor completes and checks sandbox.config.json.

import { SETTINGS_SECTION } from '../../src/settings/settings.ts';
import {
  defaultWordsOf,
  type Entry,
  isSetting,
  rangeOf,
  type Section,
  type Setting,
} from '../../src/settings/table/setting.ts';
import type { JsonObject } from '../../src/shared/protocol/json.ts';

/** The schema of a configuration file, JSON Schema 2020-12, as the text of schemas/sandbox.config.schema.json. */
export function configSchemaText(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Toolcell configuration',
    description:
      'What an operator may set. A file names only what it changes; comments and trailing commas are allowed.',
    allowTrailingCommas: true,
    ...sectionSchema(SETTINGS_SECTION),
  };
  const $schema = { description: 'Path of this schema, for completion in an editor.', type: 'string', maxLength: 4096 };
  return `${JSON.stringify({ ...schema, properties: { $schema, ...schema.properties } }, null, 2)}\n`;
}

const sectionSchema = (section: Section, inMap = false) => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(section).map(([name, entry]) => [name, entrySchema(entry, inMap)])),
  additionalProperties: false,
});

const entrySchema = (entry: Entry, inMap: boolean): JsonObject =>
  isSetting(entry)
    ? {
        description: describe(entry, inMap),
        ...valueSchema(entry),
        // A setting inside a map has no default: it does not exist until it is written.
        ...(inMap || defaultWordsOf(entry) !== undefined ? {} : { default: entry.default as JsonObject }),
      }
    : sectionSchema(entry, inMap);

function describe(setting: Setting, inMap: boolean): string {
  const inherits = inMap || setting.type === 'map';
  const standard = inherits ? '' : ` Default: ${defaultWordsOf(setting) ?? JSON.stringify(setting.default)}.`;
  return `${setting.meaning} Range: ${rangeOf(setting)}.${standard} ${setting.reason}`;
}

function valueSchema(setting: Setting): JsonObject {
  switch (setting.type) {
    case 'integer':
      return { type: 'integer', minimum: setting.min, maximum: setting.max };
    case 'string':
      return { type: 'string', pattern: setting.form.pattern };
    case 'choice':
      return { enum: setting.values };
    case 'boolean':
      return { type: 'boolean' };
    case 'switches':
      return {
        anyOf: [{ type: 'boolean' }, { type: 'array', items: { enum: setting.values }, uniqueItems: true }],
      };
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', pattern: setting.form.pattern },
        maxItems: setting.maxItems,
        uniqueItems: true,
      };
    case 'map':
      return {
        type: 'object',
        patternProperties: { [setting.keyForm.pattern]: entrySchema(setting.each, true) },
        additionalProperties: false,
        maxProperties: setting.maxEntries,
      };
  }
}
