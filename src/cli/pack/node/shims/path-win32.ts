// `path/win32` of Node. Runs inside the isolate, as part of the packed entry.

import path from './path.ts';

export default path.win32;
