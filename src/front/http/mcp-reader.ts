// Reads the message of a POST /mcp. A long body is scanned in slices, so that others get their turn. Front process.

import { JsonScanner } from '../../shared/text/json-scan.ts';
import { type CallParams, MARKED_MEMBERS, type Message, MessageReader, paramsIn } from '../mcp/message.ts';
import { traceOf } from '../mcp/plain-requests.ts';
import { CALL } from '../mcp/revisions.ts';
import { createBodyReader } from './call-tool.ts';
import { type Context, refuseWhileDraining } from './context.ts';
import type { McpParts } from './mcp-parts.ts';
import { wantsReceipt } from './preference.ts';
import { type Scanned, scannedInSlices } from './sliced-scan.ts';
import { jsonIn, withoutMark } from './tool-request.ts';
import { SHORT_BYTES } from './turns.ts';

const FORM = 'Send one JSON-RPC message: {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';
/** `params` around the arguments, which a body of /mcp/callTool does not have; and the arguments of `call_tool`, if there is such a tool. */
const MORE_LEVELS = 1;
const META_LEVELS = 2;

export class McpReader {
  readonly #parts: McpParts;
  readonly #readBody: (ctx: Context) => Promise<Buffer>;
  readonly #levels: number;
  readonly #scanner: JsonScanner;
  readonly #reader: MessageReader;

  constructor(parts: McpParts) {
    this.#parts = parts;
    this.#readBody = createBodyReader(parts);
    this.#levels = parts.bodyDepth + (parts.metaTools ? META_LEVELS : MORE_LEVELS);
    this.#scanner = new JsonScanner(this.#levels, MARKED_MEMBERS);
    this.#reader = new MessageReader(this.#levels);
  }

  /** Fails with what the readers of bodies fail with, and with invalid_request, draining. */
  async read(ctx: Context): Promise<{ readonly bytes: Buffer; readonly read: Message }> {
    const body = await this.#readBody(ctx);
    const scanned = body.length <= SHORT_BYTES ? this.#scanner : await this.#scanned(withoutMark(body));
    const bytes = jsonIn(body, scanned, this.#levels, FORM);
    const params = body.length <= SHORT_BYTES ? undefined : paramsIn(bytes, scanned.marks);
    const read = this.#reader.read(bytes, scanned.marks, params && (await this.#marksOfLong(params)));
    const { state } = ctx;
    const trace = ctx.req.headers.traceparent === undefined ? traceOf(read) : undefined;
    if (trace !== undefined) state.trace = this.#parts.startTrace({ headers: { ...trace }, url: ctx.url });
    if (read.method === CALL) {
      state.isCall = true;
      state.wantsReceipt = wantsReceipt(ctx.req);
      refuseWhileDraining(this.#parts.isDraining);
    }
    return { bytes, read };
  }

  /** The call in the arguments of `call_tool`. Fails with: invalid_arguments. */
  async callIn(argumentsJson: Buffer): Promise<CallParams | undefined> {
    return this.#reader.callIn(argumentsJson, await this.#marksOfLong(argumentsJson));
  }

  #scanned(bytes: Buffer): Promise<Scanned> {
    return scannedInSlices(bytes, this.#levels, MARKED_MEMBERS);
  }

  /** The marks of a part of a message, if it is long. Those of a short one are made at once, where they are needed. */
  async #marksOfLong(part: Buffer): Promise<Uint32Array | undefined> {
    return part.length <= SHORT_BYTES ? undefined : (await this.#scanned(part)).marks;
  }
}
