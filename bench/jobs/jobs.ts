// The jobs of all peers: a tool, the folder of its source, and the arguments of every call. All peers get the same bytes.

import { markdownOf, ordersOf, textOf } from './inputs.ts';

export interface Job {
  readonly toolName: string;
  /** Its name in the report. */
  readonly title: string;
  /** Folder of the plugin that has the tool, relative to the project's root. */
  readonly plugin: string;
  readonly arguments: { readonly [name: string]: unknown };
}

const SUMMARY_CHARACTERS = 300;
const ORDERS_BYTES = 20_000;
const HASHED_BYTES = 65_536;
const MARKDOWN_BYTES = 4_096;

export const JOBS: readonly Job[] = [
  {
    toolName: 'summarizeText',
    title: 'summarizeText, 300 characters',
    plugin: 'plugins/text-tools',
    arguments: { input: textOf(SUMMARY_CHARACTERS) },
  },
  {
    toolName: 'orderReport',
    title: 'JSON transformation, 20 kB in, 5 kB out',
    plugin: 'bench/tools/order-report',
    arguments: { orders: ordersOf(ORDERS_BYTES) },
  },
  {
    toolName: 'sha256',
    title: 'SHA-256 of 64 kB in JavaScript',
    plugin: 'plugins/hash-tools',
    arguments: { input: textOf(HASHED_BYTES) },
  },
  {
    toolName: 'markdownToHtml',
    title: 'Markdown of 4 kB through a library',
    plugin: 'plugins/markdown-tools',
    arguments: { markdown: markdownOf(MARKDOWN_BYTES) },
  },
];

/** Returns the number of calls whose state is still there: more than 1 if state is not fresh. */
export const COUNT_PROBE: Job = {
  toolName: 'countCalls',
  title: 'counter',
  plugin: 'bench/tools/probes',
  arguments: {},
};

/** Never ends: shows whether a peer has a time cap. */
export const SPIN_PROBE: Job = {
  toolName: 'spinForever',
  title: 'endless loop',
  plugin: 'bench/tools/probes',
  arguments: {},
};

/** The job with a tool. Throws if there is none. */
export const jobNamed = (toolName: string): Job => {
  const found = JOBS.find((job) => job.toolName === toolName);
  if (!found) throw new Error(`There is no job ${toolName}.`);
  return found;
};

/** The request body of a call. */
export const bodyOf = (job: Job): string => JSON.stringify({ toolName: job.toolName, arguments: job.arguments });
