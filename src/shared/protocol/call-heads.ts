// The heads of the two messages that every call has, `call` and `done`: numbers at fixed places, because JSON would cost more than a small call.
// Every other head is JSON and begins with "{". Runs in the front process and runners.

/** Broker → runner. The frame's body is the JSON text of the arguments. */
export interface CallHead {
  readonly t: 'call';
  readonly id: number;
  /** The tool's number, from an earlier `tool` message. */
  readonly tool: number;
  readonly callId: string;
  readonly caller: string;
}

/** Runner → broker. The frame's body is the result's JSON text. */
export interface DoneHead {
  readonly t: 'done';
  readonly id: number;
  readonly cpuMs: number;
  readonly heapBytes: number;
  readonly hostCalls: number;
}

const CALL = 1;
const DONE = 2;
const ID_AT = 1;
const TOOL_AT = 5;
const CALL_ID_LENGTH_AT = 9;
const CALL_ID_AT = 10;
const CPU_AT = 5;
const HEAP_AT = 13;
const HOST_CALLS_AT = 21;
const DONE_BYTES = 25;

/** Writes the head of a call. `callId` has at most 255 characters, all of them ASCII. */
export const callHead = ({ id, tool, callId, caller }: Omit<CallHead, 't'>): Buffer => {
  const callerAt = CALL_ID_AT + callId.length;
  const head = Buffer.allocUnsafe(callerAt + Buffer.byteLength(caller));
  head[0] = CALL;
  head.writeUInt32LE(id, ID_AT);
  head.writeUInt32LE(tool, TOOL_AT);
  head[CALL_ID_LENGTH_AT] = callId.length;
  head.write(callId, CALL_ID_AT, 'latin1');
  head.write(caller, callerAt);
  return head;
};

/** Reads the head of a call; undefined for a head of another kind. Trusted: it comes from the broker. */
export const readCallHead = (head: Buffer): CallHead | undefined => {
  if (head[0] !== CALL) return undefined;
  const callerAt = CALL_ID_AT + (head[CALL_ID_LENGTH_AT] as number);
  return {
    t: 'call',
    id: head.readUInt32LE(ID_AT),
    tool: head.readUInt32LE(TOOL_AT),
    callId: head.toString('latin1', CALL_ID_AT, callerAt),
    caller: head.toString('utf8', callerAt),
  };
};

export const doneHead = ({ id, cpuMs, heapBytes, hostCalls }: Omit<DoneHead, 't'>): Buffer => {
  const head = Buffer.allocUnsafe(DONE_BYTES);
  head[0] = DONE;
  head.writeUInt32LE(id, ID_AT);
  head.writeDoubleLE(cpuMs, CPU_AT);
  head.writeDoubleLE(heapBytes, HEAP_AT);
  head.writeUInt32LE(hostCalls, HOST_CALLS_AT);
  return head;
};

/** Reads the head of a result, which is untrusted; undefined for a head of another kind, or with numbers that no runner counts. */
export const readDoneHead = (head: Buffer): DoneHead | undefined => {
  if (head[0] !== DONE || head.length !== DONE_BYTES) return undefined;
  const cpuMs = head.readDoubleLE(CPU_AT);
  const heapBytes = head.readDoubleLE(HEAP_AT);
  if (!(cpuMs >= 0 && cpuMs < Number.POSITIVE_INFINITY) || !Number.isSafeInteger(heapBytes) || heapBytes < 0)
    return undefined;
  return { t: 'done', id: head.readUInt32LE(ID_AT), cpuMs, heapBytes, hostCalls: head.readUInt32LE(HOST_CALLS_AT) };
};
