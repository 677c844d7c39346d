// What a call may use at most: the table's section `limits`, and limits of single plugins and tools. Data only.

import type { Limits } from '../../protocol/limits.ts';
import type { TableOf } from '../setting.ts';
import { whole } from './kinds.ts';

/** Limits of every call. */
export const LIMITS: TableOf<Limits> = {
  cpuMs: whole(
    { default: 1_000, min: 10, max: 600_000 },
    'CPU time of one call, in milliseconds.',
    'A second is ample for work on one document; CPU time is looked at every 10 ms, so less could not be told apart.',
  ),
  wallMs: whole(
    { default: 5_000, min: 10, max: 600_000 },
    "Time of one call from the moment the plugin's code begins, in milliseconds.",
    'An agent waits a few seconds gladly and ten minutes never; at least `cpuMs`, or the CPU limit could not be reached.',
  ),
  memoryMb: whole(
    { default: 64, min: 16, max: 1_024 },
    "V8 heap of one call's isolate, in megabytes (2^20 bytes); soft, since V8 may pass it 2 to 3 times before it stops; in `realm` mode calls share a heap, which is twice as large if many wait in it and takes no more calls while those hold half of it.",
    'Holds a parsed document of several megabytes; an isolate needs 8 to exist, and 16 leaves a plugin as much again.',
  ),
  runnerRssMb: whole(
    { default: 384, min: 128, max: 2_048 },
    "Resident memory of a plugin's runner process, in megabytes; above it the process is killed.",
    'Room for Node itself, about 64, and for the heaps of `pool.callsPerRunner` calls that each keep to `memoryMb`.',
  ),
  argumentsBytes: whole(
    { default: 1_000_000, min: 64, max: 100_000_000 },
    "UTF-8 bytes of a call's arguments as JSON text.",
    'A long document fits; it stays 128 below `server.bodyBytes`, whose body also carries the name of the tool.',
  ),
  resultBytes: whole(
    { default: 4_000_000, min: 64, max: 100_000_000 },
    'UTF-8 bytes of a result as JSON text.',
    'Four times the arguments, since results grow: a page of HTML is larger than its Markdown.',
  ),
  resultDepth: whole(
    { default: 64, min: 1, max: 1_000 },
    'Levels of arrays and objects in a result.',
    'Deeper than documents get, and far below the thousands at which recursive code of a client overflows.',
  ),
  logBytes: whole(
    { default: 131_072, min: 256, max: 10_000_000 },
    'UTF-8 bytes that the lines of one call may take in the log, with what stands around each of them: some 250 bytes.',
    'Some hundred lines tell what went wrong; a tool that logs without end must not fill a disk.',
  ),
  logLines: whole(
    { default: 500, min: 1, max: 100_000 },
    'Lines that one call may write to its log; further ones are counted and dropped.',
    'Nobody reads more of one call; a tool that logs in a loop is cut off without failing.',
  ),
  hostCalls: whole(
    { default: 1_000, min: 1, max: 1_000_000 },
    'How often one call may ask something of the host: timers, requests and the store together.',
    'Each is a message that the host must read; a thousand are plenty for some timers and requests, and no flood.',
  ),
  fetchCalls: whole(
    { default: 20, min: 1, max: 10_000 },
    'Requests that one call may send with `fetch`, each redirect counted as one.',
    'A page and what belongs to it, or some pages of a list; a tool that crawls is not one call.',
  ),
  fetchConcurrency: whole(
    { default: 6, min: 1, max: 100 },
    'Requests of one call that may be under way at a time; further ones wait for their turn.',
    'What browsers open to one origin: quick for the tool, and no burden for who answers.',
  ),
  fetchRequestBytes: whole(
    { default: 1_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one request that a tool sends.',
    'As much as the arguments of a call, which is where most of it comes from.',
  ),
  fetchResponseBytes: whole(
    { default: 4_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one response that a tool receives, as sent and once it is decompressed.',
    'Large pages and long lists fit; a response that never ends, or swells, is cut off.',
  ),
  fetchMs: whole(
    { default: 4_000, min: 10, max: 600_000 },
    'Time of one request with its redirects, from the asking to the last byte of the answer, in milliseconds.',
    'Below the default `wallMs`, so that the tool is told of a slow answer and can say so.',
  ),
  storeBytes: whole(
    { default: 5_000_000, min: 1_000, max: 10_000_000_000 },
    'UTF-8 bytes that one namespace of the store may hold, keys and values together.',
    'Thousands of small notes; a plugin that fills a disk would take it from all.',
  ),
  storeKeys: whole(
    { default: 5_000, min: 1, max: 10_000_000 },
    'Keys that one namespace of the store may hold.',
    'A thousand bytes for each at the default `storeBytes`.',
  ),
  storeValueBytes: whole(
    { default: 100_000, min: 1, max: 50_000_000 },
    'UTF-8 bytes of one value of the store as JSON text.',
    'A document fits; what is larger belongs in a database of its own.',
  ),
  queueMs: whole(
    { default: 2_000, min: 1, max: 600_000 },
    'How long a call may wait for a place before it is answered `overloaded`, in milliseconds.',
    'A caller told early can go elsewhere; waiting never counts against a tool.',
  ),
  killGraceMs: whole(
    { default: 250, min: 50, max: 10_000 },
    'How long after a limit the host waits for the runner to report before it kills it, in milliseconds.',
    'A busy machine may be 50 ms late by itself; longer only delays the answer to a call that cannot be interrupted.',
  ),
  concurrencyPerPlugin: whole(
    { default: 8, min: 1, max: 1_000 },
    'Calls of one plugin that may run at a time; 16 times as many of a plugin that reaches out in `realm` mode, since nearly all of them wait.',
    'Two runner processes full of calls; one popular plugin leaves room for the others.',
  ),
};
