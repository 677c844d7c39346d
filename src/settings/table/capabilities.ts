// The sections `grants`, `secrets`, `store` and `egress`, which set what tools may reach. Data only.

import {
  CALLER_HEADER,
  FETCH_ORIGIN,
  FOLDER,
  NAME_SERVER,
  NO_VARIABLE,
  ONE_ORIGIN,
  PLUGIN_NAME,
  PRIVATE_ORIGIN,
  REDIS_URL,
  SECRET_NAME,
  SHARED,
  SHELL_COMMAND,
  SIGNING_ALGORITHM,
  VARIABLE,
} from './forms.ts';
import { choice, list, live, named, needing, off, text } from './setting.ts';

export const GRANTS = live(
  named({
    keyWord: 'plugin name',
    keyForm: PLUGIN_NAME,
    each: {
      fetch: list(
        FETCH_ORIGIN,
        'Origins that requests of the plugin may go to, if its manifest asks for them.',
        'A tool that may go anywhere can send away all that it is given.',
      ),
      privateFetch: list(
        PRIVATE_ORIGIN,
        'The same for origins that may lead to addresses that are not public, such as a service in your own network.',
        'A name that leads to a private address can make a tool attack servers of yours.',
      ),
      store: off(
        'Lets the plugin keep values between calls in the store, if its manifest asks for that.',
        'A tool that remembers nothing can mix nothing up.',
      ),
    },
    meaning: 'Plugin name → what it may reach of what its manifest asks for under `capabilities`.',
    reason: 'A manifest only asks.',
  }),
);

export const SECRETS = live(
  named({
    keyWord: 'name of a secret',
    keyForm: SECRET_NAME,
    each: {
      plugin: text(
        PLUGIN_NAME,
        'The plugin whose requests may carry it; absent only for the secret that `discovery.embeddings` names.',
        'No other plugin can send it anywhere.',
      ),
      origin: text(ONE_ORIGIN, 'The one origin that it is sent to.', 'A tricked tool does not send it elsewhere.'),
      algorithms: list(
        SIGNING_ALGORITHM,
        'Makes it a key that the host signs with for the plugin, by these algorithms, and that is sent nowhere; instead of `origin`. `HS256`, `HS384` and `HS512` take the text itself, `RS256` and `ES256` a private key in PEM.',
        'A tool can sign its requests, and has no key that it could lose.',
      ),
      env: text(VARIABLE, 'Environment variable that holds it.', 'How most service managers pass secrets on.'),
      file: text(FOLDER, 'File that holds it; a newline at its end is removed.', 'How containers pass secrets on.'),
      command: text(
        SHELL_COMMAND,
        "Command for the system's shell that writes it to its standard output within 10 seconds, at start.",
        'Password managers and vaults offer such commands.',
      ),
      callerHeader: text(
        CALLER_HEADER,
        'Request header with which each caller brings a value of its own.',
        "A caller's key is used for its own calls, and is not kept.",
      ),
    },
    meaning:
      'Name of a secret → the plugin and origin it is for, or the plugin and what it may sign, and where it comes from: one of `env`, `file`, `command` and `callerHeader`.',
    reason: 'Tools write `{{secret.NAME}}` or call `context.secrets.sign`, and never see the value.',
  }),
);

export const STORE = {
  file: text(
    FOLDER,
    'File of the SQLite store, where plugins keep values unless the store is in Redis.',
    'It is made when the first plugin that is granted the store writes to it.',
    'toolcell-store.sqlite',
  ),
  redisUrl: text(
    REDIS_URL,
    'Address of Redis or Valkey; with it, or with `redisUrlEnv`, the store is there.',
    'Several servers can share a store in Redis; an address with a password belongs in `redisUrlEnv`.',
  ),
  redisUrlEnv: text(
    NO_VARIABLE,
    'Environment variable that holds the address of Redis instead.',
    'This keeps a password out of the file.',
  ),
  shared: needing(
    ['store.redisUrl or store.redisUrlEnv'],
    list(
      SHARED,
      'What else is in the Redis of the store, for all servers that share it: the API keys that callers send (`keys`), what quotas count (`quotas`), and answers to calls with an `Idempotency-Key` (`answers`).',
      'Without Redis, each of several servers has its own keys, allows the whole quota, and runs repeats that another takes again.',
    ),
  ),
};

export const EGRESS = {
  dnsServers: list(
    NAME_SERVER,
    "Name servers that resolve the hosts of tools' requests instead of the system's.",
    "The system's are right for most; every address is checked either way.",
  ),
  caFiles: list(
    FOLDER,
    "Files of certificates in PEM that tools' requests trust in addition to the well-known ones.",
    'Your own services often have your own certificates.',
  ),
  traceparent: choice(
    ['none', 'private', 'all'],
    'private',
    "Which of tools' requests carry `traceparent` and `tracestate` if their call belongs to a trace: none, those to origins that `privateFetch` grants, or all.",
    'An id that links calls is nothing for servers of others.',
  ),
};
