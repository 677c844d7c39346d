// `stream/promises` of Node. Runs inside the isolate, as part of the packed entry.

import Stream from './stream.ts';

export default Stream.promises;
