// Says why a server, or some of its tools, cannot be in a plugin: what they use that a tool does not have, where, and whether a part would work. Runs on the
// author's machine.

import { shown } from '../../../catalog/model/refusal.ts';
import { ImportRefused } from '../kind.ts';
import type { DescribedServer, Refused } from './describe-server.ts';

const SHOWN_TOOLS = 20;

const LACKS: Readonly<Record<string, string>> = {
  child_process: 'no processes',
  cluster: 'no processes',
  worker_threads: 'one thread',
  net: 'no sockets: it reaches HTTP only',
  tls: 'no sockets: it reaches HTTP only',
  dgram: 'no sockets: it reaches HTTP only',
  dns: 'no names of hosts to look up: the host does that for fetch',
  http2: 'no sockets: it reaches HTTP only',
  fs: 'no files of the machine, and none to write',
  readline: 'no terminal',
};

/** What a tool does not have, for a member of a module of Node such as `net.connect`. */
const lackOf = (member: string): string => LACKS[member.split(/[./]/)[0] ?? ''] ?? 'nothing like it';

const placed = ({ member, place }: Refused): string =>
  `${shown(member)}${place === undefined ? '' : ` (${shown(place, 200)})`}`;

/** True if the words of a failure are those of this use. */
const isNamedIn = (text: string, { member }: Refused): boolean => {
  const at = member.lastIndexOf('.');
  const [module, name] = [member.slice(0, at), member.slice(at + 1)];
  if (module === 'fs') return new RegExp(`\\b(?:EROFS|ENOENT): [a-z -]+, ${name.replace(/\W/g, '')}\\b`).test(text);
  return text.includes(`${member} is not available`) || text.includes(`node:${module} (${name})`);
};

const ALONE = 'run this server by itself, outside of Toolcell; nothing was written';

/** The refusal of a server that does not list its tools. `unset`: variables that it read, and that have no value. */
export const unlisted = (
  { fault = '', words = '', refused }: DescribedServer,
  unset: readonly string[],
): ImportRefused => {
  const named = refused.find((one) => isNamedIn(`${fault} ${words}`, one));
  if (named !== undefined)
    return new ImportRefused(
      `the server needs ${placed(named)} before it lists its tools, and a tool has ${lackOf(named.member)}`,
      `no part of it would work; ${ALONE}`,
    );
  const names = unset.map((name) => shown(name)).join(', ');
  const used = refused.map(placed).join(', ');
  const hint =
    names === ''
      ? 'set what it needs with --set NAME=VALUE, --secret NAME or --args WORDS'
      : `it read ${names}: give a value with --set NAME=VALUE, or --secret NAME for a secret`;
  const also = used === '' ? '' : `; it also used what a tool does not have: ${used}`;
  return new ImportRefused(`the server does not list its tools: ${shown(fault, 600)}`, `${hint}${also}`);
};

/** A tool that failed when it was tried because of what it used. */
export interface BlockedTool {
  readonly tool: string;
  readonly refused: Refused;
}

/** What a failed trial of a tool was refused; undefined if that is not why it failed. */
export const blockOf = (fault: string, refused: readonly Refused[]): Refused | undefined =>
  refused.find((one) => isNamedIn(fault, one));

const listed = (names: readonly string[]): string => {
  const more = names.length > SHOWN_TOOLS ? ` and ${names.length - SHOWN_TOOLS} more` : '';
  return `${names
    .slice(0, SHOWN_TOOLS)
    .map((name) => shown(name))
    .join(', ')}${more}`;
};

/** A note about tools that cannot work here. Throws ImportRefused if no other is left. `wanted`: the tools that were tried. */
export const notesOfBlocked = (blocked: readonly BlockedTool[], wanted: readonly string[]): readonly string[] => {
  const [first] = blocked;
  if (first === undefined) return [];
  const { member } = first.refused;
  if (blocked.length === wanted.length)
    throw new ImportRefused(
      `each of its tools needs what a tool does not have, such as ${shown(first.tool)}: ${placed(first.refused)}, and a tool has ${lackOf(member)}`,
      `no part of it would work; ${ALONE}`,
    );
  const names = blocked.map(({ tool }) => tool);
  const others = wanted.filter((name) => !names.includes(name));
  return [
    `${listed(names)} cannot work: ${placed(first.refused)}, and a tool has ${lackOf(member)}; the others would be --only ${others.join(',').slice(0, 500)}`,
  ];
};
