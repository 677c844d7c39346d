// Asks an imported server, in the sandbox, what it is, which tools it has, and what a call of each would reach. What it answers is checked outside of the
// isolate. Runs in the command's process; the sandbox has processes of its own.

import type { Bundle } from '../../../catalog/bundle/bundle.ts';
import { shown } from '../../../catalog/model/refusal.ts';
import { ownBundle, ownTool } from '../../plugin/own-bundle.ts';
import { framesOf, linesOf } from '../../plugin/stack-lines.ts';
import { type LoadedPlugin, type Workbench, withRoutes } from '../../plugin/workbench.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { NotedRequest } from './guest/trial.ts';

/** How a line of the log begins that names a variable; see guest/learning-program.ts. */
const READS = 'toolcell: reads ';
const ASKS = 'toolcell: asks for ';
const REFUSES = 'toolcell: refuses ';

/** A tool as the server lists it. Nothing of it is checked but that it is an object with a name. */
export interface ListedTool {
  readonly name: string;
  readonly [member: string]: unknown;
}

export interface Refused {
  readonly member: string;
  readonly place: string | undefined;
}

export interface DescribedServer {
  readonly tools: readonly ListedTool[];
  /** Names of the variables of its environment that it read. */
  readonly variables: readonly string[];
  /** Requests that it wanted to send. */
  readonly requests: readonly NotedRequest[];
  /** Files and modules that it asked for by their names, and did not get. */
  readonly asked: readonly string[];
  /** What it used that a tool does not have: `net.connect`, and where if that is known: `node_modules/pg/lib/a.js:3:4`. */
  readonly refused: readonly Refused[];
  /** Why it did not list its tools, in its own words. */
  readonly fault?: string;
  /** All that it wrote until then. */
  readonly words?: string;
}

export type TriedTool = Omit<DescribedServer, 'tools'> & {
  /** Content of its answer, if it sent no request. */
  readonly answer?: readonly unknown[];
};

const OWN_LINES = [READS, ASKS, REFUSES];
const MOST_REFUSED = 20;

type Variables = Readonly<Record<string, string>>;

/** Higher than the operator's: a server is evaluated whole, and its list may be long. */
const LIMITS = {
  cpuMs: 5_000,
  wallMs: 15_000,
  memoryMb: 128,
  runnerRssMb: 512,
  resultBytes: 4_000_000,
  resultDepth: 64,
};

/** Characters of what a server wrote that a report shows. */
const LAST_WORDS = 300;

const TEXTS = { type: 'array', maxItems: 1_000, items: { type: 'string', maxLength: 200 } };
const REQUESTS = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      method: { type: 'string', pattern: '^[A-Z]{1,20}$' },
      url: { type: 'string', maxLength: 4_000 },
      secrets: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: { type: 'string', maxLength: 100 }, place: { type: 'string', maxLength: 300 } },
          required: ['name', 'place'],
        },
      },
    },
    required: ['method', 'url', 'secrets'],
  },
};

const DESCRIBE = ownTool('describe', {
  type: 'object',
  properties: {
    tools: {
      type: 'array',
      maxItems: 1_000,
      items: { type: 'object', properties: { name: { type: 'string', maxLength: 1_000 } }, required: ['name'] },
    },
    variables: TEXTS,
    requests: REQUESTS,
    fault: { type: 'string' },
  },
  required: ['variables', 'requests'],
});

const TRY = ownTool('tryTool', {
  type: 'object',
  properties: { variables: TEXTS, requests: REQUESTS, fault: { type: 'string' }, answer: { type: 'array' } },
  required: ['variables', 'requests'],
});

/** A server that is ready to be asked. */
export type AskedServer = Pick<LoadedPlugin, 'snapshot' | 'bundle'>;

/** Loads the module that asks a server. Throws BundleRefused if it cannot be evaluated. */
export const loadServer = async (
  bench: Workbench,
  { code, sourceMap }: { readonly code: string; readonly sourceMap: string },
): Promise<AskedServer> => {
  const manifest = { name: 'imported-server', tools: [DESCRIBE, TRY] };
  const parts = { entryName: 'index.js', entrySource: code, sourceMap };
  const { snapshot, bundle } = await bench.load(ownBundle(manifest, parts));
  return { bundle, snapshot: withRoutes(snapshot, 'isolate', LIMITS) };
};

const namedIn = (texts: readonly string[], beginning: string): readonly string[] =>
  texts.filter((text) => text.startsWith(beginning)).map((text) => text.slice(beginning.length));

/** What was refused, by the lines of a log, with the places of the package's code. */
const refusedIn = async (texts: readonly string[], bundle: Bundle): Promise<readonly Refused[]> => {
  const uses = namedIn(texts, REFUSES).slice(0, MOST_REFUSED);
  if (uses.length === 0) return [];
  const lines = await linesOf(bundle);
  return uses.map((text) => {
    const [member = '', ...stack] = text.split('\n');
    const [frame] = framesOf(stack.join('\n'), bundle, lines);
    return { member, place: frame && `${frame.place.file}:${frame.place.line}:${frame.place.column}` };
  });
};

/** Asks a server for its tools. Resolves with a fault if it ends, fails or passes a limit. */
export const describeServer = async (
  bench: Workbench,
  { snapshot, bundle }: AskedServer,
  environment: Variables,
): Promise<DescribedServer> => {
  const { outcome, log } = await askSandbox(bench, snapshot, {
    toolName: DESCRIBE.name,
    arguments: { environment },
    unknown: 'why the server does not list its tools',
  });
  const texts = log.map(({ text }) => text);
  const words = texts.filter((text) => !OWN_LINES.some((one) => text.startsWith(one))).join(' ');
  const said = words === '' ? '' : `; it wrote: ${words.slice(0, LAST_WORDS)}`;
  const variables = namedIn(texts, READS);
  const asked = namedIn(texts, ASKS);
  const refused = await refusedIn(texts, bundle);
  if (!outcome.ok)
    return { tools: [], variables, requests: [], asked, words, refused, fault: `${outcome.failure.detail}${said}` };
  const described = JSON.parse(outcome.resultJson.toString()) as Partial<DescribedServer>;
  const { tools = [], requests = [], fault } = described;
  return {
    tools,
    variables: described.variables ?? variables,
    requests,
    asked,
    words,
    refused,
    ...(fault !== undefined && { fault: `${fault}${said}` }),
  };
};

/** Calls one tool without a network. Resolves with what it would have reached; undefined if the call passed a limit. */
export const tryTool = async (
  bench: Workbench,
  { snapshot, bundle }: AskedServer,
  call: { readonly environment: Variables; readonly name: string; readonly arguments: object },
): Promise<TriedTool | undefined> => {
  const { outcome, log } = await askSandbox(bench, snapshot, {
    toolName: TRY.name,
    arguments: call,
    unknown: `what a call of ${shown(call.name)} reaches`,
  });
  if (!outcome.ok) return undefined;
  const texts = log.map(({ text }) => text);
  const tried = JSON.parse(outcome.resultJson.toString()) as Omit<TriedTool, 'asked' | 'refused'>;
  return { ...tried, asked: namedIn(texts, ASKS), refused: await refusedIn(texts, bundle) };
};
