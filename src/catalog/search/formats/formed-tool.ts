// Writes one tool in a format. Any thread; pure.

import type { Format } from '../../../shared/protocol/formats.ts';
import type { JsonObject } from '../../../shared/protocol/json.ts';
import { ANTHROPIC } from './anthropic.ts';
import type { Api, ListedTool } from './api.ts';
import { GEMINI } from './gemini.ts';
import { mcpTool } from './mcp-tools.ts';
import { OPENAI, OPENAI_RESPONSES } from './openai.ts';
import { plainSchema } from './plain-schema.ts';
import { strictSchema } from './strict-schema.ts';
import { type Change, isObstacle, type Obstacle, orObstacle, shown, Unfit } from './telling.ts';

/** The formats of model providers. */
export const APIS = {
  openai: OPENAI,
  'openai-responses': OPENAI_RESPONSES,
  anthropic: ANTHROPIC,
  gemini: GEMINI,
} as const satisfies Partial<Record<Format, Api>>;

export interface FormedTool {
  readonly definition: JsonObject;
  /** The schema of its arguments as the format has it. */
  readonly schema: JsonObject;
  readonly isStrict: boolean;
  /** Paths begin at the tool. */
  readonly changes: readonly Change[];
  /** Why the tool is not strict, if that was asked for. */
  readonly notStrict: Obstacle | undefined;
}

const INPUT = '/inputSchema';

/** The tool, or the reason for which the format cannot carry it. */
export const formedTool = (tool: ListedTool, format: Format, wantsStrict: boolean): FormedTool | Obstacle => {
  if (format === 'mcp' || format === 'mcp-2025') {
    const made = mcpTool(tool, format === 'mcp' ? 'modern' : 'legacy');
    return { ...made, schema: made.definition.inputSchema as JsonObject, isStrict: false, notStrict: undefined };
  }
  const api: Api = APIS[format];
  return orObstacle(() => formedFor(api, tool, wantsStrict));
};

const formedFor = (api: Api, tool: ListedTool, wantsStrict: boolean): FormedTool => {
  checkName(api, tool.name);
  const plain = orObstacle(() => plainSchema(tool.inputSchema, api));
  if (isObstacle(plain)) throw unfitAt(plain);
  const strict = wantsStrict ? orObstacle(() => strictSchema(tool.inputSchema, api)) : undefined;
  const isStrict = strict !== undefined && !isObstacle(strict);
  const { schema, changes } = isStrict ? strict : plain;
  return {
    definition: api.definition(tool, schema, isStrict),
    schema,
    isStrict,
    changes: changes.map(({ path, change }) => ({ path: `${INPUT}${path}`, change })),
    notStrict: strict && isObstacle(strict) ? { ...strict, path: `${INPUT}${strict.path}` } : undefined,
  };
};

const unfitAt = ({ path, reason, hint }: Obstacle): Unfit => new Unfit(`${INPUT}${path}`, reason, hint);

const checkName = ({ title, name }: Api, toolName: string): void => {
  if (name.form.test(toolName)) return;
  throw new Unfit('/name', `${title} refuses the name ${shown(toolName)}`, `use ${name.words}`);
};
