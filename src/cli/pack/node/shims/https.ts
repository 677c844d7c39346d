// `https` of Node, whose requests are led to `fetch`. Runs inside the isolate, as part of the packed entry.

import { httpModule } from './http-module.ts';

export default httpModule('https:');
