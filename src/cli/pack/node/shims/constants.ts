// `constants` of Node. Runs inside the isolate, as part of the packed entry.

import fs from './fs.ts';
import os from './os.ts';

export default { ...os.constants.signals, ...fs.constants };
