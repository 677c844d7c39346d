// Writes folders of many plugins with one tool each: copies of one job under different names.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Job } from '../jobs/jobs.ts';
import { toolOf, type Workshop, writeBundle } from '../jobs/workshop.ts';

export interface NamedCopy {
  readonly toolName: string;
  readonly pluginName: string;
  /** Request body of a call, and the file that contains it. */
  readonly body: string;
  readonly bodyFile: string;
}

/** Writes `count` copies of a job's plugin into a folder. Their names differ, and so do their digests. */
export const writeCopies = (workshop: Workshop, folder: string, job: Job, count: number): readonly NamedCopy[] => {
  const { examples = [], ...described } = toolOf(job);
  const tool = { ...described, examples: examples.slice(0, 1) };
  const code = readFileSync(join(workshop.folder, `${job.toolName}.mjs`), 'utf8');
  return Array.from({ length: count }, (_, i) => {
    const toolName = `${job.toolName}-${i + 1}`;
    const pluginName = toolName.toLowerCase();
    const copy = { ...tool, name: toolName, export: tool.export ?? job.toolName };
    writeBundle(join(folder, pluginName), copy, `// ${toolName}\n${code}`);
    const body = JSON.stringify({ toolName, arguments: job.arguments });
    const bodyFile = join(workshop.folder, `${toolName}.body.json`);
    writeFileSync(bodyFile, body);
    return { toolName, pluginName, body, bodyFile };
  });
};
