// Every tool is one operation of an HTTP API. The table says how its arguments become a request, plugin.json which requests the host lets through.

import { authorized } from './credentials.js';
import { OPERATIONS } from './operations.js';
import { resultOf } from './reply.js';
import { requestOf } from './request.js';

export async function call(args, { toolName, signal }) {
  const operation = OPERATIONS[toolName];
  const { url, ...request } = await authorized(operation, requestOf(operation, args), signal);
  return resultOf(operation, await fetch(url, { ...request, signal }), args);
}
