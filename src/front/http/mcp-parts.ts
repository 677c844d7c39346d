// What the stages of POST /mcp share: the parts that they are made of, and the message that they answer. Front process.

import type { EventEmitter } from 'node:events';
import own from '../../../package.json' with { type: 'json' };
import type { createTraceStart } from '../../shared/protocol/sampling.ts';
import type { Message } from '../mcp/message.ts';
import type { ScriptParts } from '../scripts/run-script.ts';
import type { CallToolParts } from './call-tool.ts';
import type { FindTools } from './discovery.ts';
import type { MetadataOf } from './metadata.ts';
import type { NewLists } from './new-lists.ts';
import type { PacedWork } from './paced-work.ts';
import type { Offer } from './selection.ts';
import type { SendScript } from './send-script.ts';
import type { Stays } from './stays.ts';

/** What happens to a server while it serves. */
export type ServerEvents = EventEmitter<{ readonly toolsChanged: []; readonly drain: [] }>;

export interface McpParts extends CallToolParts {
  readonly metadata: MetadataOf;
  readonly startTrace: ReturnType<typeof createTraceStart>;
  /** Without it, nobody can search. */
  readonly find?: FindTools;
  /** Whether clients may ask for the two tools that stand for all others. */
  readonly metaTools?: boolean;
  /** What runs scripts, and who may send one; absent if the server runs none. */
  readonly scripts?: ScriptParts;
  readonly sendScript: SendScript | undefined;
  /** Nobody hears of changes if absent. */
  readonly events?: ServerEvents;
  readonly maxConnections: number;
  /** For what is made once for a list. */
  readonly paced: PacedWork;
  readonly lists: NewLists;
  /** Ends streams whose callers are not let in any more. */
  readonly stays: Stays;
  /** How long a caller may take to read a part of a stream, in milliseconds. */
  readonly replyTimeoutMs: number;
}

/** A message, its bytes, and what its address offers. */
export interface Asked extends Offer {
  readonly message: Message;
  readonly bytes: Buffer;
}

/** How the server names itself to clients of MCP. */
export const SERVER_INFO = { name: own.name, version: own.version };
export const SERVER_INFO_JSON = JSON.stringify(SERVER_INFO);
