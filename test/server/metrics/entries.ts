// Entries of the call log, for tests of what is counted.

import type { CallLogEntry } from '../../../src/front/http/call-log.ts';

/** The entry of a successful call, with the changes in `more`. */
export const entryOf = (more: Partial<CallLogEntry> = {}): CallLogEntry => ({
  callId: '1b4e28ba-2fa1-4d2b-883f-0016d3cca427',
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'echo',
  pluginName: 'echoes',
  code: 'ok',
  status: 200,
  queueMs: 1,
  runMs: 2,
  cpuMs: 1.5,
  totalMs: 4,
  argumentsBytes: 10,
  replyBytes: 20,
  ...more,
});
