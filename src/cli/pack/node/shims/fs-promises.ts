// `fs/promises` of Node. Runs inside the isolate, as part of the packed entry.

import { promises } from './fs.ts';

export default promises;
