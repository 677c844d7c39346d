// Learns what a server needs by asking it in the sandbox, several times: which variables it reads, which tools it has then, and which requests a call of each
// would send. Runs in the command's process; the sandbox has processes of its own.

import type { Workbench } from '../../plugin/workbench.ts';
import { sampleOf } from '../openapi/samples.ts';
import type { BuildMemory } from './build-memory.ts';
import { type AskedServer, type DescribedServer, describeServer, type ListedTool, tryTool } from './describe-server.ts';
import type { NotedRequest } from './guest/trial.ts';
import { type BlockedTool, blockOf, unlisted } from './refusals.ts';
import type { AnsweredCall } from './same-server.ts';
import { isOfServer, isSecretName } from './variable-names.ts';

/** The values of variables: those that the operator gave, and placeholders of secrets. */
export interface Variables {
  /** Name → value. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of secrets. */
  readonly secrets: readonly string[];
}

export interface Learned extends Variables {
  readonly tools: readonly ListedTool[];
  /** Variables that it reads and that have no value. */
  readonly unset: readonly string[];
  readonly requests: readonly NotedRequest[];
  /** Why a call of a tool did not get to a request: the first words of each kind. */
  readonly faults: readonly { readonly tool: string; readonly fault: string }[];
  /** Tools that cannot work here. */
  readonly blocked: readonly BlockedTool[];
  /** A call that a tool answered without a request; undefined if none did. */
  readonly answered: AnsweredCall | undefined;
}

/** Each round can teach a name more. */
const MOST_ROUNDS = 6;
const TRIAL_MS = 20_000;
/** A server that does not list its tools is built again for this long. */
const UNLISTED_MS = 120_000;

const placeholderOf = (name: string): string => `{{secret.${name}}}`;

/** The environment that a server gets. */
export const environmentOf = ({ settings, secrets }: Variables): Readonly<Record<string, string>> => ({
  ...settings,
  ...Object.fromEntries(secrets.map((name) => [name, placeholderOf(name)])),
});

/** With the secrets that were read: those that the server's own words ask for, if there are any, because another one may switch it to another way of working. */
const withMore = (variables: Variables, read: readonly string[], words = ''): Variables => {
  const isKnown = (name: string): boolean =>
    Object.hasOwn(variables.settings, name) || variables.secrets.includes(name);
  const found = [...new Set(read)].filter((name) => isOfServer(name) && isSecretName(name) && !isKnown(name));
  const said = new Set(words.match(/\w+/g));
  const asked = found.filter((name) => said.has(name));
  return { ...variables, secrets: [...variables.secrets, ...(asked.length > 0 ? asked : found)] };
};

export interface LearnParts {
  readonly bench: Workbench;
  /** Builds and loads the server with what the memory has by then. */
  load(): Promise<AskedServer>;
  readonly memory: Pick<BuildMemory, 'take'>;
  /** The tools that are tried. */
  isWanted(tools: readonly ListedTool[]): readonly ListedTool[];
}

const describeFully = async ({ bench, load, memory }: LearnParts, given: Variables) => {
  let server = await load();
  let variables = given;
  let needed = given.secrets;
  let listing: { readonly described: DescribedServer; readonly variables: Variables } | undefined;
  const untilMs = performance.now() + UNLISTED_MS;
  for (let round = 1; ; round += 1) {
    const described = await describeServer(bench, server, environmentOf(variables));
    const isDone = described.fault === undefined && described.tools.length > 0;
    if (!isDone && listing !== undefined) return { server, ...listing, needed, isDone: true };
    const isLate = !isDone && performance.now() > untilMs;
    if (round < MOST_ROUNDS && !isLate && memory.take(described.asked)) {
      server = await load();
      continue;
    }
    const more = withMore(variables, described.variables, isDone ? '' : `${described.fault} ${described.words}`);
    if (more.secrets.length === variables.secrets.length || round === MOST_ROUNDS || isLate)
      return { server, described, variables, needed, isDone };
    if (isDone) listing = { described, variables };
    else needed = more.secrets;
    variables = more;
  }
};

const argumentsFor = ({ inputSchema }: ListedTool): object => {
  try {
    const sample = sampleOf(inputSchema as never, inputSchema as never, false);
    return typeof sample === 'object' && sample !== null && !Array.isArray(sample) ? sample : {};
  } catch {
    return {};
  }
};

/** Tries each tool once, as long as there is time. */
const tryAll = async (bench: Workbench, server: AskedServer, tools: readonly ListedTool[], variables: Variables) => {
  const untilMs = performance.now() + TRIAL_MS;
  const environment = environmentOf(variables);
  const requests: NotedRequest[] = [];
  const read: string[] = [];
  const asked: string[] = [];
  const faults: Learned['faults'][number][] = [];
  const blocked: BlockedTool[] = [];
  let answered: AnsweredCall | undefined;
  for (const tool of tools) {
    if (performance.now() > untilMs) break;
    const args = argumentsFor(tool);
    const tried = await tryTool(bench, server, { environment, name: tool.name, arguments: args });
    if (tried?.answer !== undefined) answered ??= { tool: tool.name, arguments: args, content: tried.answer };
    requests.push(...(tried?.requests ?? []));
    read.push(...(tried?.variables ?? []));
    asked.push(...(tried?.asked ?? []));
    if (tried?.fault === undefined || tried.requests.length > 0) continue;
    faults.push({ tool: tool.name, fault: tried.fault });
    const refused = blockOf(tried.fault, tried.refused);
    if (refused) blocked.push({ tool: tool.name, refused });
  }
  return { requests, read, asked, faults, blocked, answered };
};

/** Tries the tools again if their calls read further secrets or files. */
const tryFully = async (
  { bench, load, memory }: LearnParts,
  server: AskedServer,
  tools: readonly ListedTool[],
  given: Variables,
) => {
  const tried = await tryAll(bench, server, tools, given);
  const variables = withMore(given, tried.read);
  const hasMore = memory.take(tried.asked);
  if (variables.secrets.length === given.secrets.length && !hasMore) return { tried, variables };
  const again = await tryAll(bench, hasMore ? await load() : server, tools, variables);
  // More secrets than a server wants may keep it from working.
  const isBetter = again.requests.length > tried.requests.length || again.faults.length <= tried.faults.length;
  return isBetter ? { tried: again, variables } : { tried, variables: given };
};

/** Learns what a server needs. Throws ImportRefused if it does not list its tools. */
export const learn = async (parts: LearnParts, given: Variables): Promise<Learned> => {
  const { server, described, variables, needed, isDone } = await describeFully(parts, given);
  const unsetOf = ({ settings, secrets }: Variables, read: readonly string[]): readonly string[] =>
    [...new Set(read)].filter((name) => isOfServer(name) && !Object.hasOwn(settings, name) && !secrets.includes(name));
  if (!isDone) throw unlisted(described, unsetOf(variables, described.variables));
  const { tried, variables: all } = await tryFully(parts, server, parts.isWanted(described.tools), variables);
  const requests = [...described.requests, ...tried.requests];
  const sent = new Set(requests.flatMap(({ secrets }) => secrets.map(({ name }) => name)));
  // Another one may switch the server to a way of logging in that the operator does not want.
  const secrets = all.secrets.filter((name) => needed.includes(name) || sent.has(name));
  const kept = { settings: variables.settings, secrets };
  return {
    ...kept,
    tools: described.tools,
    unset: unsetOf(kept, [...described.variables, ...tried.read]),
    requests,
    faults: tried.faults,
    blocked: tried.blocked,
    answered: tried.answered,
  };
};
