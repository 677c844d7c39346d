// The sections `grants`, `secrets`, `store` and `egress`: what tools may reach. Data only.

import type { Config, PluginGrants, SecretBinding } from '../config.ts';
import type { TableOf } from '../setting.ts';
import {
  CALLER_HEADER,
  FETCH_ORIGIN,
  FOLDER,
  NAME_SERVER,
  NO_VARIABLE,
  ONE_ORIGIN,
  PLUGIN_NAME,
  REDIS_URL,
  SECRET_NAME,
  SHELL_COMMAND,
  VARIABLE,
} from './forms.ts';
import { list, named, off, text, whole } from './kinds.ts';

/** What each plugin may reach. */
export const GRANTS: TableOf<Config>['grants'] = named<PluginGrants>({
  keyWord: 'plugin name',
  keyForm: PLUGIN_NAME,
  each: {
    fetch: list(
      FETCH_ORIGIN,
      'Origins that requests of the plugin may go to, of those that its manifest asks for.',
      'A tool that may go anywhere can carry away what it is given; name the origins you know.',
    ),
    privateFetch: list(
      FETCH_ORIGIN,
      'The same for origins that may lead to addresses that are not public, such as a service in your own network.',
      'A name that leads to a private address is how a tool is made to attack what only this machine can reach.',
    ),
    store: off(
      'Lets the plugin keep values between calls in the store, where its manifest asks for that.',
      'A tool that remembers nothing can mix nothing up.',
    ),
  },
  meaning: 'Plugin name → what it may reach of what its manifest asks for under `capabilities`.',
  reason: 'A manifest only asks; nothing is reached before you have granted it.',
});

/** Where secrets come from, and where they may go. */
export const SECRETS: TableOf<Config>['secrets'] = named<SecretBinding>({
  keyWord: 'name of a secret',
  keyForm: SECRET_NAME,
  each: {
    plugin: text(PLUGIN_NAME, 'The plugin whose requests may carry it.', 'No other plugin can send it anywhere.'),
    origin: text(
      ONE_ORIGIN,
      'The one origin that it is sent to.',
      'A tool that is talked into asking another server sends that nothing.',
    ),
    env: text(VARIABLE, 'Environment variable that holds it.', 'How most service managers hand secrets over.'),
    file: text(
      FOLDER,
      'File that holds it, relative to the folder of the file that says so; a newline at its end is cut.',
      'How containers hand secrets over; nobody else should be able to read it.',
    ),
    command: text(
      SHELL_COMMAND,
      "Command for the system's shell that writes it to its standard output within 10 seconds, at start.",
      'What a password manager or a vault offers.',
    ),
    callerHeader: text(
      CALLER_HEADER,
      'Request header with which each caller brings a value of its own.',
      "A caller's key is used for its own calls, and is not kept.",
    ),
  },
  meaning:
    'Name of a secret → the plugin and origin it is for, and where it comes from: one of `env`, `file`, `command` and `callerHeader`.',
  reason: 'Tools write `{{secret.NAME}}` and never see the value, which is put in on the way out.',
});

/** Where what tools store is kept. */
export const STORE: TableOf<Config>['store'] = {
  kind: {
    type: 'choice',
    default: 'sqlite',
    values: ['sqlite', 'redis'],
    meaning: 'What the store of the plugins is kept in: a file of this machine, or Redis or Valkey.',
    reason: 'A file needs no other service; several servers share what is kept with Redis.',
  },
  file: {
    type: 'string',
    default: 'toolcell-store.sqlite',
    form: FOLDER,
    meaning:
      'File of the SQLite store; relative to the folder of the file that says so, and otherwise to the current directory.',
    reason: 'Made when the first plugin that was granted the store writes to it.',
  },
  redisUrl: {
    type: 'string',
    default: '',
    form: REDIS_URL,
    meaning: 'Address of Redis or Valkey, for `kind` "redis".',
    reason: 'An address with a password belongs in `redisUrlEnv`.',
  },
  redisUrlEnv: {
    type: 'string',
    default: '',
    form: NO_VARIABLE,
    meaning: 'Environment variable that holds the address of Redis instead.',
    reason: 'Keeps a password out of the file.',
  },
};

/** How tools' requests leave. */
export const EGRESS: TableOf<Config>['egress'] = {
  dnsServers: list(
    NAME_SERVER,
    "Name servers that are asked for the hosts of tools' requests, in place of the system's.",
    "The system's are right for most; every address they give is checked either way.",
  ),
  heldBytes: whole(
    { default: 256_000_000, min: 1_000_000, max: 100_000_000_000 },
    'Bytes of responses that are being received for tools, all plugins together and the threads of `pool.brokers` in equal parts; past it, or where one plugin has more than half, the request that has held most for longest is refused.',
    'Thirty of the largest responses of one plugin at a time; a server that sends slowly must not fill the memory of this one.',
  ),
  caFiles: list(
    FOLDER,
    "Files of certificates in PEM that tools' requests trust beside the well-known ones, relative to the folder of the file that says so.",
    'Services of your own often have certificates of your own.',
  ),
};
