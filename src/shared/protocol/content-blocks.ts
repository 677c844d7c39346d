// The content blocks of MCP that a tool may answer: their members and caps. One table gives the schema that every result is checked
// against and the one that callers read. Any process.
//
// A tool with `"contentBlocks": true` answers one object, `content` and `structuredContent`, with MCP's names. An array would be shorter, but
// structured content would need a second shape. The schema is compiled and run with the plugin's own, so a violation names its place and there is
// no second check. Forms that no reader understands as a pattern are named formats, and `if` chooses a block's schema, because a violation of
// `oneOf` names no member.
//
// Links are for the client to open: `https` or `http`, no user name, ASCII. A list of refused schemes would never be complete. An embedded
// resource only names its address, so other schemes are allowed except those that run code, hold content or mean the reader's machine. Older
// revisions get text for blocks that they lack. The listening thread takes only an array of content and an object of structured content, so a
// broken-in runner cannot change the response around them.
//
// Costs: 3 kB of schema for each such tool in the metadata; all results of such a plugin are checked in the validator isolate, because the check
// uses patterns.

import { type BLOCK_FORMATS, LISTED_FORMATS } from './content-forms.ts';
import type { Json, JsonObject } from './json.ts';

/** Blocks in one result. Their bytes are capped by `resultBytes`. */
const MOST_BLOCKS = 64;
/** Characters of an address, of a name or title, and of a description. */
const ADDRESS_CHARACTERS = 2_048;
const NAME_CHARACTERS = 256;
const DESCRIPTION_CHARACTERS = 4_096;

type Members = Readonly<Record<string, JsonObject>>;

const text = (format: keyof typeof BLOCK_FORMATS): JsonObject => ({ type: 'string', format });
const NAME = { type: 'string', maxLength: NAME_CHARACTERS };
const MEDIA_TYPE = text('media-type');

const closed = (properties: Members, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const ANNOTATIONS = closed(
  {
    audience: { type: 'array', items: { enum: ['user', 'assistant'] }, maxItems: 2 },
    priority: { type: 'number', minimum: 0, maximum: 1 },
    lastModified: text('timestamp'),
  },
  [],
);

const block = (type: string, members: Members, optional: Members = {}): JsonObject =>
  closed({ type: { const: type }, ...members, ...optional, annotations: ANNOTATIONS }, [
    'type',
    ...Object.keys(members),
  ]);

const RESOURCE_URI = { ...text('resource-name'), maxLength: ADDRESS_CHARACTERS };
const RESOURCE: JsonObject = {
  type: 'object',
  // It has either text or bytes.
  if: { required: ['text'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: closed({ uri: RESOURCE_URI, mimeType: MEDIA_TYPE, text: { type: 'string' } }, ['uri', 'text']),
  else: closed({ uri: RESOURCE_URI, mimeType: MEDIA_TYPE, blob: text('base64-or-empty') }, ['uri', 'blob']),
};

/** Type → schema of its blocks. */
const BLOCKS: Readonly<Record<string, JsonObject>> = {
  text: block('text', { text: { type: 'string' } }),
  image: block('image', { data: text('base64'), mimeType: text('image-type') }),
  audio: block('audio', { data: text('base64'), mimeType: text('audio-type') }),
  resource_link: block(
    'resource_link',
    { uri: { ...text('web-address'), maxLength: ADDRESS_CHARACTERS }, name: { ...NAME, minLength: 1 } },
    {
      title: NAME,
      description: { type: 'string', maxLength: DESCRIPTION_CHARACTERS },
      mimeType: MEDIA_TYPE,
      size: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    },
  ),
  resource: block('resource', { resource: RESOURCE }),
};

/** Each block is checked against the schema of its own type, so that a violation names the member at fault. */
const CHECKED_BLOCK: JsonObject = {
  type: 'object',
  properties: { type: { enum: Object.keys(BLOCKS) } },
  required: ['type'],
  allOf: Object.entries(BLOCKS).map(([type, schema]) => ({
    if: { properties: { type: { const: type } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: schema,
  })),
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema for readers: formats that they know, and alternatives in place of conditions. */
const listed = (schema: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(schema, (_, value: Json) => {
      if (!isObject(value)) return value;
      const { format, if: condition, then: one, else: other, ...rest } = value;
      if (condition !== undefined) return { anyOf: [one, other] };
      return typeof format === 'string' ? { ...rest, ...LISTED_FORMATS[format] } : value;
    }),
  );

const resultOf = (item: JsonObject, structured: JsonObject | undefined): JsonObject =>
  closed(
    {
      content: { type: 'array', items: item, maxItems: MOST_BLOCKS },
      ...(structured !== undefined && { structuredContent: structured }),
    },
    ['content', ...(structured === undefined ? [] : ['structuredContent'])],
  );

/** Gives the tool's own schema a root of its own, so that its references stay as they are. */
const OWN_ROOT = 'toolcell:structuredContent';

/**
 * The schema that the result of a tool with content blocks is checked against. `structured`: the tool's output schema, which describes
 * `structuredContent`; without one there must be none.
 */
export const checkedContentSchema = (structured: JsonObject | undefined): JsonObject =>
  resultOf(CHECKED_BLOCK, structured && { ...structured, $id: OWN_ROOT });

const LISTED_BLOCK: JsonObject = { anyOf: Object.values(BLOCKS).map(listed) };

/** The same for callers to read. `structured` has references for its place in this schema, {@link STRUCTURED_PLACE}. */
export const listedContentSchema = (structured: JsonObject | undefined): JsonObject =>
  resultOf(LISTED_BLOCK, structured);

/** The place of a tool's output schema in {@link listedContentSchema}. */
export const STRUCTURED_PLACE = '#/properties/structuredContent';

/** The tool's output schema as a document of its own, from a schema of {@link listedContentSchema}; undefined if the tool has none. */
export const structuredSchemaIn = (listedSchema: JsonObject | undefined): JsonObject | undefined => {
  const { structuredContent } = (listedSchema?.properties ?? {}) as Members;
  if (structuredContent === undefined) return undefined;
  const moveBack = (key: string, value: Json): Json =>
    key === '$ref' && typeof value === 'string' ? value.replace(STRUCTURED_PLACE, '#') : value;
  return JSON.parse(JSON.stringify(structuredContent), moveBack) as JsonObject;
};
