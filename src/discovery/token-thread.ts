// Entry of the thread that counts tokens: the vocabulary would hold up every other request of the main thread while it is loaded. Front process.

import { parentPort } from 'node:worker_threads';
import { type OfferedTool, toolTokens } from './token-count.ts';

parentPort?.on('message', (tools: readonly OfferedTool[]) => parentPort?.postMessage(tools.map(toolTokens)));
