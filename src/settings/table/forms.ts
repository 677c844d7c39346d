// The forms of texts in the configuration. Data only; any process.

import { SIGNING_ALGORITHMS } from '../../shared/protocol/capabilities.ts';
import { originFault, originPatternFault } from '../../shared/protocol/origins.ts';
import { addressFault, nameServerFault, proxyFault, redisFault, takenHeaderFault, unsafeFault } from './form-faults.ts';
import type { TextForm } from './setting.ts';

const form = (pattern: string, words: string, faultOf?: TextForm['faultOf']): TextForm => ({
  pattern,
  words,
  ...(faultOf && { faultOf }),
});

/** A text that no message quotes. */
const hidden = (...parts: Parameters<typeof form>): TextForm => ({ ...form(...parts), isHidden: true });

export const HOST = form('^[A-Za-z0-9._:%-]{1,253}$', 'an address or host name such as "127.0.0.1" or "::1"');

export const HOST_HEADER = form(
  '^(\\*|[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])$',
  'a host name without a port such as "tools.example.com", or "*" for any',
);

export const ORIGIN = form(
  '^(\\*|[a-z][a-z0-9+.-]{0,31}://[^/?#\\s]{1,261})$',
  'an origin such as "https://app.example.com", without a path, or "*" for any',
);

export const PROXY = form(
  '^[0-9A-Fa-f:.]{2,45}(/[0-9]{1,3})?$',
  'an address or a network such as "127.0.0.1", "::1" or "10.0.0.0/8"',
  proxyFault,
);

export const FOLDER = form('^[^\\u0000-\\u001f]{1,4096}$', 'a path');

export const NO_FILE = form('^[^\\u0000-\\u001f]{0,4096}$', 'a path, or "" for none');

export const KEY_HASH = form('^sha256:[0-9a-f]{64}$', '"sha256:" and 64 lower-case hex digits');

export const ADMIN_NAME = form(
  '^[a-z0-9][a-z0-9-]{0,31}$',
  '1 to 32 lower-case letters, digits or "-", the first a letter or digit',
);

export const CALLER_NAME = form(
  '^[A-Za-z0-9][A-Za-z0-9._@:/+-]{0,127}$',
  'up to 128 letters, digits or any of . _ @ : / + -, the first a letter or digit',
);

export const SCOPE_NAME = form(
  '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$',
  'visible ASCII without quotes, such as "tools:call"',
);

export const FINGERPRINT = form(
  '^([0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2}$',
  '32 bytes in hex with colons, as `openssl x509 -noout -fingerprint -sha256` writes them',
);

export const SAN = form(
  '^(DNS|URI):[!-~]{1,253}$',
  '"DNS:" or "URI:" and a name such as "DNS:agent.example.com" or "URI:spiffe://example.com/agent"',
);

export const COMMON_NAME = form('^[^\\u0000-\\u001f]{1,64}$', 'the common name of a subject');

export const ISSUER = form(
  '^(https?://[^\\s?#@]{1,1000})?$',
  'an address that begins with https://, or "" for none; http:// only on this machine',
  unsafeFault,
);

/** The address of this server for callers with tokens. */
export const RESOURCE: TextForm = {
  ...ISSUER,
  faultOf: (text) =>
    unsafeFault(text) ??
    (/\/mcp\/?$/.test(text)
      ? { wrong: 'ends with /mcp, which is a path of this server', fix: 'leave /mcp out' }
      : undefined),
};

export const EMBEDDING_URL = form(
  '^(https?://[^\\s#@]{1,1000})?$',
  'an address that begins with https://, or "" for none; http:// only on this machine, or with `allowHttp`',
  addressFault,
);

export const NO_TEXT = form('^[\\x20-\\x7e]{0,512}$', 'visible ASCII, or "" for none');

export const AUDIENCE = form('^[\\x21-\\x7e]{1,512}$', 'a value of the claim "aud", such as an address');

export const CLAIM = form('^[\\x21-\\x7e]{0,128}$', 'the name of a claim, or "" for none');

export const PUBLIC_KEY = form(
  '^RW[Q-T][A-Za-z0-9+/]{53}$',
  'a public key of minisign: 56 characters that begin with "RW"',
);

export const PLUGIN_NAME = form(
  '^[a-z0-9][a-z0-9-]{0,63}$',
  '1 to 64 lower-case letters, digits or "-", the first a letter or digit',
);

export const TOOL_NAME = form('^[A-Za-z0-9_-]{1,64}$', '1 to 64 letters, digits, "_" or "-"');

export const FETCH_ORIGIN = form(
  '^https?://[^/?#@\\s]{1,290}$',
  'an origin such as "https://api.example.com", "https://*.example.com" for every name below one, or "https://*"',
  originPatternFault,
);

/** A pattern for every host would reach every address of a private network. */
export const PRIVATE_ORIGIN: TextForm = {
  ...FETCH_ORIGIN,
  faultOf: (text) =>
    /^https?:\/\/\*$/.test(text)
      ? { wrong: 'means every host', fix: 'name each origin that is not public' }
      : originPatternFault(text),
};

export const ONE_ORIGIN = form(
  '^https?://[^/?#@*\\s]{1,290}$',
  'exactly one origin such as "https://api.example.com"',
  originFault,
);

export const IMPORT_SOURCE = form(
  '^(npm:(\\*|@[a-z0-9][a-z0-9._-]{0,100}/\\*|(@[a-z0-9][a-z0-9._-]{0,100}/)?[a-z0-9][a-z0-9._-]{0,100})|https?://[^/?#@*\\s]{1,290})$',
  'a package such as "npm:@scope/name", "npm:@scope/*" or "npm:*", or the origin of documents such as "https://api.example.com"',
);

export const RULE_NAME = form(
  '^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$',
  '1 to 64 letters, digits, "_" or "-", not "_" or "-" first',
);

export const CALLER_PATTERN = form(
  '^[\\x23-\\x5b\\x5d-\\x7e][\\x21\\x23-\\x5b\\x5d-\\x7e]{0,255}$',
  'a name such as "agent-7", or a pattern such as "ci-*", without spaces and quotes',
);

/** Of quotas, which count those whom nobody excepts. A rule that allowed "all but" some names would allow callers without a name. */
export const COUNTED_CALLER = form(
  '^!?[\\x23-\\x5b\\x5d-\\x7e][\\x21\\x23-\\x5b\\x5d-\\x7e]{0,255}$',
  'a name such as "agent-7", a pattern such as "ci-*", or with "!" those who are excepted, without spaces and quotes',
);

export const PLUGIN_PATTERN = form(
  '^!?[a-z0-9*-]{1,64}$',
  'a name of a plugin, or a pattern such as "text-*"; with "!" before it for all others',
);

export const TOOL_PATTERN = form(
  '^!?[A-Za-z0-9_*-]{1,64}$',
  'a name of a tool, or a pattern such as "get*"; with "!" before it for all others',
);

export const SCRIPT_TOOLS = form(
  '^!?[A-Za-z0-9_*-]{1,64}$',
  '"readOnly", "all", or a name of a tool, or a pattern such as "get*"; with "!" before it for all others',
);

export const COUNTED = form('^(client|org|user|plugin|tool)$', '"client", "org", "user", "plugin" or "tool"');

export const ANNOTATION = form(
  '^!?(readOnlyHint|destructiveHint|idempotentHint|openWorldHint)$',
  '"readOnlyHint", "destructiveHint", "idempotentHint" or "openWorldHint", with "!" before it for a tool of which it is not true',
);

export const SECRET_NAME = form('^[A-Z][A-Z0-9_]{0,63}$', '1 to 64 capitals, digits or "_", the first a capital');

export const NO_SECRET = form('^([A-Z][A-Z0-9_]{0,63})?$', 'the name of a secret, or "" for none');

export const VARIABLE = hidden('^[A-Za-z_][A-Za-z0-9_]{0,254}$', 'the name of an environment variable');

export const NO_VARIABLE = hidden(
  '^([A-Za-z_][A-Za-z0-9_]{0,254})?$',
  'the name of an environment variable, or "" for none',
);

export const SHELL_COMMAND = hidden('^[^\\u0000-\\u001f]{1,4096}$', 'a command on one line');

export const CALLER_HEADER = form(
  '^(x|toolcell)-[a-z0-9-]{1,60}$',
  'a header of your own in small letters that begins with "x-" or "toolcell-"',
  takenHeaderFault,
);

export const REDIS_URL = hidden(
  '^(rediss?://[^\\s]{1,2000})?$',
  'an address that begins with redis:// or rediss://, or "" for none',
  redisFault,
);

export const NAME_SERVER = form(
  '^([0-9.]{7,15}(:[0-9]{1,5})?|[0-9A-Fa-f:.]{2,45}|\\[[0-9A-Fa-f:.]{2,45}\\](:[0-9]{1,5})?)$',
  'an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
  nameServerFault,
);

export const SIGNING_ALGORITHM = form(
  `^(${SIGNING_ALGORITHMS.join('|')})$`,
  SIGNING_ALGORITHMS.map((name) => JSON.stringify(name)).join(' or '),
);

export const SHARED = form('^(keys|quotas|answers)$', '"keys", "quotas" or "answers"');
