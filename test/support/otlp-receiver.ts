// A receiver of traces for tests: takes OTLP over HTTP, and reads the protobuf messages with a small reader of its own.

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export type AttributeValue = string | number | boolean;

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly traceState: string;
  readonly name: string;
  /** 1 internal, 2 server, 3 client. */
  readonly kind: number;
  /** Nanoseconds since 1970. */
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** 0 unset, 2 error. */
  readonly status: number;
  readonly resource: Readonly<Record<string, AttributeValue>>;
  readonly scope: string;
}

export interface OtlpReceiver {
  readonly port: number;
  readonly url: string;
  readonly spans: ReceivedSpan[];
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly spans: number }[];
  /** Answers instead of 200 if set. */
  answer: ((response: ServerResponse) => void) | undefined;
  /** Waits until `isIt` finds spans; rejects after 10 s. */
  until(isIt: (spans: readonly ReceivedSpan[]) => boolean): Promise<readonly ReceivedSpan[]>;
  close(): Promise<void>;
}

const WAIT_MS = 10_000;

export const startOtlpReceiver = async (port = 0): Promise<OtlpReceiver> => {
  const server = createServer(async (request, response) => {
    const raw = await buffer(request);
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    const spans = spansIn(bytes);
    receiver.requests.push({ path: request.url ?? '', headers: request.headers, spans: spans.length });
    if (receiver.answer) return receiver.answer(response);
    receiver.spans.push(...spans);
    response.setHeader('content-type', 'application/x-protobuf').end();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const receiver: OtlpReceiver = {
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    spans: [],
    requests: [],
    answer: undefined,
    until: async (isIt) => {
      for (const startMs = performance.now(); performance.now() - startMs < WAIT_MS; ) {
        if (isIt(receiver.spans)) return receiver.spans;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`these spans came: ${receiver.spans.map(({ name }) => name).join(', ')}`);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
};

/** Number of a field → its values, in their order: bytes, or a number. */
type Fields = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

const fieldsOf = (bytes: Buffer): Fields => {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => {
    const part = bytes.subarray(at, at + length);
    if (part.length < length) throw new Error('the message is cut off');
    at += length;
    return part;
  };
  const fieldOf = (wire: number): Buffer | bigint => {
    if (wire === 0) return varint();
    if (wire === 1) return take(8);
    if (wire === 2) return take(Number(varint()));
    if (wire === 5) return take(4);
    throw new Error(`there is no wire type ${wire}`);
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    fields.set(number, [...(fields.get(number) ?? []), fieldOf(tag & 7)]);
  }
  return fields;
};

const bytesIn = (fields: Fields, number: number): Buffer => (fields.get(number)?.[0] as Buffer) ?? Buffer.alloc(0);
const textIn = (fields: Fields, number: number): string => bytesIn(fields, number).toString();
const messagesIn = (fields: Fields, number: number): Fields[] => ((fields.get(number) ?? []) as Buffer[]).map(fieldsOf);
const numberIn = (fields: Fields, number: number): number => Number((fields.get(number)?.[0] as bigint) ?? 0);

const attributesIn = (fields: Fields, number: number): Record<string, AttributeValue> =>
  Object.fromEntries(messagesIn(fields, number).map((pair) => [textIn(pair, 1), valueIn(fieldsOf(bytesIn(pair, 2)))]));

const valueIn = (value: Fields): AttributeValue => {
  if (value.has(1)) return textIn(value, 1);
  if (value.has(2)) return numberIn(value, 2) === 1;
  return value.has(3) ? numberIn(value, 3) : bytesIn(value, 4).readDoubleLE();
};

const spansIn = (bytes: Buffer): ReceivedSpan[] =>
  messagesIn(fieldsOf(bytes), 1).flatMap((resourceSpans) => {
    const resource = attributesIn(fieldsOf(bytesIn(resourceSpans, 1)), 1);
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) => {
      const scope = textIn(fieldsOf(bytesIn(scopeSpans, 1)), 1);
      return messagesIn(scopeSpans, 2).map((span) => ({
        traceId: bytesIn(span, 1).toString('hex'),
        spanId: bytesIn(span, 2).toString('hex'),
        traceState: textIn(span, 3),
        parentId: bytesIn(span, 4).toString('hex'),
        name: textIn(span, 5),
        kind: numberIn(span, 6),
        startNs: bytesIn(span, 7).readBigUInt64LE(),
        endNs: bytesIn(span, 8).readBigUInt64LE(),
        attributes: attributesIn(span, 9),
        status: numberIn(fieldsOf(bytesIn(span, 15)), 3),
        resource,
        scope,
      }));
    });
  });
