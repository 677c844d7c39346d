// Forms that texts of the configuration have: a pattern, and the words that say it. Data only; any process may read it.

import type { TextForm } from '../setting.ts';

/** An address or host name. */
export const HOST: TextForm = {
  pattern: '^[A-Za-z0-9._:%-]{1,253}$',
  words: 'an address or host name such as "127.0.0.1" or "::1"',
};

/** A name that a `Host` header may have. */
export const HOST_HEADER: TextForm = {
  pattern: '^(\\*|[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])$',
  words: 'a host name without a port such as "tools.example.com", or "*" for any',
};

/** An origin that a browser may name. */
export const ORIGIN: TextForm = {
  pattern: '^(\\*|[a-z][a-z0-9+.-]{0,31}://[^/?#\\s]{1,261})$',
  words: 'an origin such as "https://app.example.com", without a path, or "*" for any',
};

/** A path of a file or folder. */
export const FOLDER: TextForm = { pattern: '^[^\\u0000-\\u001f]{1,4096}$', words: 'a path' };

/** A path of a file, or none. */
export const NO_FILE: TextForm = { pattern: '^[^\\u0000-\\u001f]{0,4096}$', words: 'a path, or "" for none' };

/** The hash of a key, or none. */
export const KEY_HASH: TextForm = {
  pattern: '^(sha256:[0-9a-f]{64})?$',
  words: '"sha256:" and 64 lower-case hex digits, or "" for no admin API',
};

/** A public key of minisign. */
export const PUBLIC_KEY: TextForm = {
  pattern: '^RW[Q-T][A-Za-z0-9+/]{53}$',
  words: 'a public key of minisign: 56 characters that begin with "RW"',
};

/** A plugin's name. */
export const PLUGIN_NAME: TextForm = {
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  words: '1 to 64 lower-case letters, digits or "-", the first a letter or digit',
};

/** A tool's name. */
export const TOOL_NAME: TextForm = {
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  words: '1 to 64 letters, digits, "_" or "-"',
};

/** An origin that tools may ask, or several by a wildcard. */
export const FETCH_ORIGIN: TextForm = {
  pattern: '^https?://[^/?#@\\s]{1,290}$',
  words:
    'an origin such as "https://api.example.com", "https://*.example.com" for every name below one, or "https://*"',
};

/** One origin that tools may ask. */
export const ONE_ORIGIN: TextForm = {
  pattern: '^https?://[^/?#@*\\s]{1,290}$',
  words: 'exactly one origin such as "https://api.example.com"',
};

/** A secret's name. */
export const SECRET_NAME: TextForm = {
  pattern: '^[A-Z][A-Z0-9_]{0,63}$',
  words: '1 to 64 capitals, digits or "_", the first a capital',
};

/** The name of an environment variable. */
export const VARIABLE: TextForm = {
  pattern: '^[A-Za-z_][A-Za-z0-9_]{0,254}$',
  words: 'the name of an environment variable',
  isHidden: true,
};

/** The name of an environment variable, or none. */
export const NO_VARIABLE: TextForm = {
  pattern: '^([A-Za-z_][A-Za-z0-9_]{0,254})?$',
  words: 'the name of an environment variable, or "" for none',
  isHidden: true,
};

/** A command for the shell. */
export const SHELL_COMMAND: TextForm = {
  pattern: '^[^\\u0000-\\u001f]{1,4096}$',
  words: 'a command on one line',
  isHidden: true,
};

/** The name of a header that callers send. */
export const CALLER_HEADER: TextForm = {
  pattern: '^(x|toolcell)-[a-z0-9-]{1,60}$',
  words: 'a header of your own in small letters that begins with "x-" or "toolcell-"',
};

/** The address of a Redis server, or none. */
export const REDIS_URL: TextForm = {
  pattern: '^(rediss?://[^\\s]{1,2000})?$',
  words: 'an address that begins with redis:// or rediss://, or "" for none',
  isHidden: true,
};

/** The address of a name server. */
export const NAME_SERVER: TextForm = {
  pattern: '^([0-9.]{7,15}(:[0-9]{1,5})?|[0-9A-Fa-f:.]{2,45}|\\[[0-9A-Fa-f:.]{2,45}\\](:[0-9]{1,5})?)$',
  words: 'an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
};
