// The classes of the Streams standard. Runs inside the isolate, as a group of web APIs.

import {
  ByteLengthQueuingStrategy,
  CountQueuingStrategy,
  ReadableByteStreamController,
  ReadableStream,
  ReadableStreamBYOBReader,
  ReadableStreamBYOBRequest,
  ReadableStreamDefaultController,
  ReadableStreamDefaultReader,
  TransformStream,
  TransformStreamDefaultController,
  WritableStream,
  WritableStreamDefaultController,
  WritableStreamDefaultWriter,
} from 'web-streams-polyfill';
import type { WebGroup } from '../scripts/parts.ts';
import { lend } from './standard/internals.ts';
import { internals } from './streams/internals.ts';
import { streamSamples, useOnce } from './streams/samples.ts';

/** Makes the group. Needs `DOMException` and `AbortController`, which the library looks for among the globals. */
export const install: WebGroup = ({ isShared }, made) => {
  if (isShared) useOnce();
  const globals = {
    ...{ ReadableStream, ReadableStreamDefaultReader, ReadableStreamBYOBReader, ReadableStreamDefaultController },
    ...{ ReadableByteStreamController, ReadableStreamBYOBRequest, ByteLengthQueuingStrategy, CountQueuingStrategy },
    ...{ WritableStream, WritableStreamDefaultWriter, WritableStreamDefaultController },
    ...{ TransformStream, TransformStreamDefaultController },
  };
  lend(made, 'streams', internals);
  return { globals, samples: streamSamples };
};
