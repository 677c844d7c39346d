// `tty` of Node: nothing in a tool is a terminal. Runs inside the isolate, as part of the packed entry.

import Stream from './stream.ts';

class ReadStream extends Stream.Readable {}
class WriteStream extends Stream.Writable {}

export default { ReadStream, WriteStream, isatty: () => false };
