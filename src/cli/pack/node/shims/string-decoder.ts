// `string_decoder` of Node: the npm package, which is Node's own code. Runs inside the isolate, as part of the packed entry.

import library from 'string_decoder/';

export default library;
