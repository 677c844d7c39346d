// Which part of this server a request is for, and for which audiences a token may be there (RFC 8707). Front process; pure. Decision 0050.

import type { TokenSettings } from './settings.ts';

/** What stands behind the address of the server: nothing, the part that speaks MCP, or one toolset of it. */
export type Part = '' | typeof MCP | `${typeof TOOLSETS}${string}`;

const MCP = '/mcp';
const TOOLSETS = '/mcp/sets/';
/** The form that names of toolsets have in the configuration. Whether there is such a toolset is told to nobody here. */
const TOOLSET = /^\/mcp\/sets\/[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;

/** Ends the paths of a toolset's scripts, which belong to that toolset. */
const SCRIPTS_OF_TOOLSET = /(?<=^\/mcp\/sets\/[^/]{1,64})\/(?:runScript|scriptApi)$/;

export const isToolset = (text: string): text is `${typeof TOOLSETS}${string}` =>
  text.startsWith(TOOLSETS) && TOOLSET.test(text);

/** The part that a path names exactly; undefined if it names none. */
export const partNamed = (path: string): Part | undefined =>
  path === '' || path === MCP || isToolset(path) ? path : undefined;

/** The smallest part that a request to this path belongs to. All paths that are not for clients of MCP belong to the whole server. */
export const partOf = (path: string): Part => partNamed(path.replace(SCRIPTS_OF_TOOLSET, '')) ?? '';

type AudienceSettings = Pick<TokenSettings, 'resource' | 'audience' | 'isAudienceNamed'>;

const addressOf = (resource: string, part: Part): string =>
  part === '' ? resource : resource.replace(/\/$/, '') + part;

/** The toolset that a value of `aud` names, if it names one of this server. */
const isForToolset = (audience: string, resource: string): boolean => {
  const server = resource.replace(/\/$/, '');
  return audience.startsWith(server) && isToolset(audience.slice(server.length));
};

/** Values of `aud` that count everywhere on this server. Those of toolsets are not among them, even if the operator names some. */
export const audiencesEverywhere = ({ resource, audience }: AudienceSettings): readonly string[] =>
  audience.filter((value) => !isForToolset(value, resource));

/** Values of `aud` that count in a part of this server, its own address first. The address of a toolset counts nowhere else. */
export const audiencesAt = (settings: AudienceSettings, part: Part): readonly string[] => {
  const { resource, audience, isAudienceNamed } = settings;
  const own = addressOf(resource, part);
  const everywhere = audiencesEverywhere(settings);
  const isOwn = audience.includes(own) || (isToolset(part) && !isAudienceNamed);
  return isOwn ? [own, ...everywhere.filter((value) => value !== own)] : everywhere;
};

/**
 * The address for which clients of a part have to ask for a token. It is that of the part, unless the operator names only those of larger parts
 * as audiences: then it is the smallest of these, which clients take because their own address begins with it.
 */
export const resourceAt = ({ resource, audience, isAudienceNamed }: AudienceSettings, part: Part): string => {
  const own = addressOf(resource, part);
  if (!isAudienceNamed) return own;
  const larger: readonly Part[] = part === '' ? [''] : [MCP, ''];
  return [own, ...larger.map((each) => addressOf(resource, each))].find((value) => audience.includes(value)) ?? own;
};
