// Streams, as their standard has them. Runs inside the isolate, as a group of the platform.

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
import type { PlatformGroup } from '../guest/parts.ts';
import { lend } from './standard/internals.ts';
import { streamSamples, useOnce } from './streams/samples.ts';
import { internals } from './streams/whole.ts';

/** Makes the group; needs `DOMException` and `AbortController`, which the library looks for. */
export const install: PlatformGroup = ({ isShared }, made) => {
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
