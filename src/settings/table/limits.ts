// The section `limits`: the most that a call may use. Plugins and tools can have their own. Data only.

import type { FixedLimit, LimitName } from '../../shared/protocol/limits.ts';
import { live, type WholeNumber, whole } from './setting.ts';

/** A limit: new calls follow each of them. */
const limit = (...parts: Parameters<typeof whole>): WholeNumber => live(whole(...parts));

export const LIMITS: Readonly<Record<Exclude<LimitName, FixedLimit>, WholeNumber>> = {
  cpuMs: limit(
    { default: 1_000, min: 10, max: 600_000 },
    'CPU time of one call.',
    'Ample for one document; CPU time is measured every 10 ms, so less cannot be told apart.',
  ),
  wallMs: limit(
    { default: 5_000, min: 10, max: 600_000 },
    "Time of one call from the moment the plugin's code begins.",
    'Agents wait a few seconds and never ten minutes.',
  ),
  memoryMb: limit(
    { default: 64, min: 16, max: 1_024 },
    "V8 heap of one call's isolate, in megabytes; soft, because V8 may use 2 to 3 times as much before it stops; in `realm` mode calls share a heap, twice as large if many calls are suspended, which takes no more calls while those hold half of it.",
    'It holds a parsed document of several megabytes; an isolate itself needs 8.',
  ),
  runnerRssMb: limit(
    { default: 384, min: 128, max: 2_048 },
    "Resident memory of a plugin's runner process, in megabytes; above it the process is killed.",
    'Room for Node itself, about 64, and the heaps of `pool.callsPerRunner` calls.',
  ),
  argumentsBytes: limit(
    { default: 1_000_000, min: 64, max: 100_000_000 },
    "UTF-8 bytes of a call's arguments as JSON text.",
    'A long document fits.',
  ),
  resultBytes: limit(
    { default: 4_000_000, min: 64, max: 100_000_000 },
    'UTF-8 bytes of a result as JSON text.',
    'Four times the arguments: a page of HTML is larger than its Markdown.',
  ),
  logBytes: limit(
    { default: 131_072, min: 256, max: 10_000_000 },
    'UTF-8 bytes that the lines of one call may take in the log, including the other members of each line: some 250 bytes.',
    'A few hundred lines tell what went wrong.',
  ),
  logLines: limit(
    { default: 500, min: 1, max: 100_000 },
    'Lines that one call may log; further ones are counted and dropped.',
    'Nobody reads more lines of one call.',
  ),
  hostCalls: limit(
    { default: 1_000, min: 1, max: 1_000_000 },
    'Host calls of one call: timers, requests, operations of the store and signatures together.',
    'The host reads a message for each; a thousand do not flood it.',
  ),
  fetchCalls: limit(
    { default: 20, min: 1, max: 10_000 },
    'Requests that one call may send with `fetch`, each redirect counted as one.',
    'A page with its parts; a crawl does not belong into one call.',
  ),
  fetchConcurrency: limit(
    { default: 6, min: 1, max: 100 },
    'Requests of one call that may be under way at a time; further ones wait for their turn.',
    'As many as browsers open to one origin.',
  ),
  fetchRequestBytes: limit(
    { default: 1_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one request that a tool sends.',
    'As much as the arguments of a call.',
  ),
  fetchResponseBytes: limit(
    { default: 4_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one response that a tool receives, as sent and after it is decompressed.',
    'Large pages and long lists fit.',
  ),
  fetchMs: limit(
    { default: 4_000, min: 10, max: 600_000 },
    "Time of one request with its redirects, from the tool's call of `fetch` to the last byte of the answer.",
    'Below the default `wallMs`, so that the tool can report a slow answer.',
  ),
  storeBytes: limit(
    { default: 5_000_000, min: 1_000, max: 10_000_000_000 },
    'UTF-8 bytes that one namespace of the store may hold, keys and values together.',
    'Thousands of small notes fit.',
  ),
  storeKeys: limit(
    { default: 5_000, min: 1, max: 10_000_000 },
    'Keys that one namespace of the store may hold.',
    'A thousand bytes for each at the default `storeBytes`.',
  ),
  storeValueBytes: limit(
    { default: 100_000, min: 1, max: 50_000_000 },
    'UTF-8 bytes of one value of the store as JSON text.',
    'A document fits.',
  ),
  signCalls: limit(
    { default: 20, min: 1, max: 1_000 },
    'Signatures that one call may have made with `context.secrets.sign`, each of at most 65,536 bytes.',
    'One for each request that `fetchCalls` allows; an RSA key takes milliseconds of CPU for each.',
  ),
  queueMs: limit(
    { default: 2_000, min: 1, max: 600_000 },
    'How long a call may be queued before it is answered `overloaded`; longer, up to 30 seconds, only for a process that is starting.',
    'A caller that gets an early answer can go elsewhere.',
  ),
  concurrencyPerPlugin: limit(
    { default: 8, min: 1, max: 1_000 },
    'Calls of one plugin that may run at a time; 16 times as many of a plugin that reaches out in `realm` mode, because nearly all of those are suspended.',
    'Two runner processes, so that a popular plugin leaves room for others.',
  ),
};
