// The tools of koa-piscina.ts. Runs in its Piscina threads.

import { workerData } from 'piscina';
import { loadTools, named } from './tool-folder.ts';

const tools = await loadTools((workerData as { folder: string }).folder);

export default ({ toolName, args }: { toolName: string; args: unknown }): unknown => named(tools, toolName)(args);
