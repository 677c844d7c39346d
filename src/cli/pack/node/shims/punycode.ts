// `punycode` of Node: the npm package, whose code Node has, too. Runs inside the isolate, as part of the packed entry.

import library from 'punycode/punycode.js';

export default library;
