// The one table of settings: type, range, default, meaning and reason of everything an operator may set.
// Checking, defaults, the JSON Schema and docs/configuration.md all come from here. Data only; any process may read it.

import type { FreshStatePolicy } from '../protocol/call.ts';
import type { Limits } from '../protocol/limits.ts';
import type { Config, PluginGrants, PluginOverride, SecretBinding } from './config.ts';
import type {
  Choice,
  NamedSettings,
  Section,
  Setting,
  Switch,
  TableOf,
  Text,
  TextForm,
  TextList,
  WholeNumber,
} from './setting.ts';
import { settingsIn } from './setting.ts';

const HOST: TextForm = {
  pattern: '^[A-Za-z0-9._:%-]{1,253}$',
  words: 'an address or host name such as "127.0.0.1" or "::1"',
};
const HOST_HEADER: TextForm = {
  pattern: '^(\\*|[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\])$',
  words: 'a host name without a port such as "tools.example.com", or "*" for any',
};
const ORIGIN: TextForm = {
  pattern: '^(\\*|[a-z][a-z0-9+.-]{0,31}://[^/?#\\s]{1,261})$',
  words: 'an origin such as "https://app.example.com", without a path, or "*" for any',
};
const FOLDER: TextForm = { pattern: '^[^\\u0000-\\u001f]{1,4096}$', words: 'a path' };
const KEY_HASH: TextForm = {
  pattern: '^(sha256:[0-9a-f]{64})?$',
  words: '"sha256:" and 64 lower-case hex digits, or "" for no admin API',
};
const PUBLIC_KEY: TextForm = {
  pattern: '^RW[Q-T][A-Za-z0-9+/]{53}$',
  words: 'a public key of minisign: 56 characters that begin with "RW"',
};
const PLUGIN_NAME: TextForm = {
  pattern: '^[a-z0-9][a-z0-9-]{0,63}$',
  words: '1 to 64 lower-case letters, digits or "-", the first a letter or digit',
};
const TOOL_NAME: TextForm = {
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  words: '1 to 64 letters, digits, "_" or "-"',
};

const FETCH_ORIGIN: TextForm = {
  pattern: '^https?://[^/?#@\\s]{1,290}$',
  words:
    'an origin such as "https://api.example.com", "https://*.example.com" for every name below one, or "https://*"',
};
const ONE_ORIGIN: TextForm = {
  pattern: '^https?://[^/?#@*\\s]{1,290}$',
  words: 'exactly one origin such as "https://api.example.com"',
};
const SECRET_NAME: TextForm = {
  pattern: '^[A-Z][A-Z0-9_]{0,63}$',
  words: '1 to 64 capitals, digits or "_", the first a capital',
};
const VARIABLE: TextForm = {
  pattern: '^[A-Za-z_][A-Za-z0-9_]{0,254}$',
  words: 'the name of an environment variable',
  isHidden: true,
};
const NO_VARIABLE: TextForm = {
  pattern: '^([A-Za-z_][A-Za-z0-9_]{0,254})?$',
  words: 'the name of an environment variable, or "" for none',
  isHidden: true,
};
const SHELL_COMMAND: TextForm = {
  pattern: '^[^\\u0000-\\u001f]{1,4096}$',
  words: 'a command on one line',
  isHidden: true,
};
const CALLER_HEADER: TextForm = {
  pattern: '^(x|toolcell)-[a-z0-9-]{1,60}$',
  words: 'a header of your own in small letters that begins with "x-" or "toolcell-"',
};
const REDIS_URL: TextForm = {
  pattern: '^(rediss?://[^\\s]{1,2000})?$',
  words: 'an address that begins with redis:// or rediss://, or "" for none',
  isHidden: true,
};
const NAME_SERVER: TextForm = {
  pattern: '^([0-9.]{7,15}(:[0-9]{1,5})?|[0-9A-Fa-f:.]{2,45}|\\[[0-9A-Fa-f:.]{2,45}\\](:[0-9]{1,5})?)$',
  words: 'an address such as "10.0.0.2", "10.0.0.2:5353" or "[fd00::2]:53"',
};

type Range = Pick<WholeNumber, 'default' | 'min' | 'max'>;
const whole = (range: Range, meaning: string, reason: string): WholeNumber => ({
  type: 'integer',
  ...range,
  meaning,
  reason,
});
const list = (form: TextForm, meaning: string, reason: string): TextList => ({
  type: 'list',
  default: [],
  form,
  maxItems: 256,
  meaning,
  reason,
});
const text = (form: TextForm, meaning: string, reason: string): Text => ({
  type: 'string',
  default: '',
  form,
  meaning,
  reason,
});
const off = (meaning: string, reason: string): Switch => ({ type: 'boolean', default: false, meaning, reason });
const named = <Value>(parts: Omit<NamedSettings<Value>, 'type' | 'default' | 'maxEntries'>): NamedSettings<Value> => ({
  type: 'map',
  // Without a prototype, so that a plugin named `constructor` finds nothing.
  default: Object.freeze(Object.create(null)),
  maxEntries: 1_000,
  ...parts,
});

const LIMITS: TableOf<Limits> = {
  cpuMs: whole(
    { default: 1_000, min: 10, max: 600_000 },
    'CPU time of one call, in milliseconds.',
    'A second is ample for work on one document; CPU time is looked at every 10 ms, so less could not be told apart.',
  ),
  wallMs: whole(
    { default: 5_000, min: 10, max: 600_000 },
    'Time of one call from the moment its runner takes it, in milliseconds.',
    'An agent waits a few seconds gladly and ten minutes never; at least `cpuMs`, or the CPU limit could not be reached.',
  ),
  memoryMb: whole(
    { default: 64, min: 16, max: 1_024 },
    "V8 heap of one call's isolate, in megabytes (2^20 bytes); soft, V8 may pass it 2 to 3 times before it stops.",
    'Holds a parsed document of several megabytes; an isolate needs 8 to exist, and 16 leaves a plugin as much again.',
  ),
  runnerRssMb: whole(
    { default: 384, min: 128, max: 2_048 },
    "Resident memory of a plugin's runner process, in megabytes; above it the process is killed.",
    'Room for Node itself, about 64, and for the heaps of `pool.callsPerRunner` calls that each keep to `memoryMb`.',
  ),
  argumentsBytes: whole(
    { default: 1_000_000, min: 64, max: 100_000_000 },
    "UTF-8 bytes of a call's arguments as JSON text.",
    'A long document fits; it stays 128 below `server.bodyBytes`, whose body also carries the name of the tool.',
  ),
  resultBytes: whole(
    { default: 4_000_000, min: 64, max: 100_000_000 },
    'UTF-8 bytes of a result as JSON text.',
    'Four times the arguments, since results grow: a page of HTML is larger than its Markdown.',
  ),
  resultDepth: whole(
    { default: 64, min: 1, max: 1_000 },
    'Levels of arrays and objects in a result.',
    'Deeper than documents get, and far below the thousands at which recursive code of a client overflows.',
  ),
  logBytes: whole(
    { default: 65_536, min: 256, max: 10_000_000 },
    'UTF-8 bytes that one call may write to its log.',
    'Some hundred lines tell what went wrong; a tool that logs without end must not fill a disk.',
  ),
  logLines: whole(
    { default: 500, min: 1, max: 100_000 },
    'Lines that one call may write to its log; further ones are counted and dropped.',
    'Nobody reads more of one call; a tool that logs in a loop is cut off without failing.',
  ),
  hostCalls: whole(
    { default: 1_000, min: 1, max: 1_000_000 },
    'How often one call may ask something of the host: timers, requests and the store together.',
    'Each is a message that the host must read; a thousand are plenty for some timers and requests, and no flood.',
  ),
  fetchCalls: whole(
    { default: 20, min: 1, max: 10_000 },
    'Requests that one call may send with `fetch`, each redirect counted as one.',
    'A page and what belongs to it, or some pages of a list; a tool that crawls is not one call.',
  ),
  fetchConcurrency: whole(
    { default: 6, min: 1, max: 100 },
    'Requests of one call that may be under way at a time; further ones wait for their turn.',
    'What browsers open to one origin: quick for the tool, and no burden for who answers.',
  ),
  fetchRequestBytes: whole(
    { default: 1_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one request that a tool sends.',
    'As much as the arguments of a call, which is where most of it comes from.',
  ),
  fetchResponseBytes: whole(
    { default: 4_000_000, min: 1, max: 100_000_000 },
    'Bytes of the body of one response that a tool receives, as sent and once it is decompressed.',
    'Large pages and long lists fit; a response that never ends, or swells, is cut off.',
  ),
  fetchMs: whole(
    { default: 4_000, min: 10, max: 600_000 },
    'Time of one request with its redirects, from the asking to the last byte of the answer, in milliseconds.',
    'Below the default `wallMs`, so that the tool is told of a slow answer and can say so.',
  ),
  storeBytes: whole(
    { default: 5_000_000, min: 1_000, max: 10_000_000_000 },
    'UTF-8 bytes that one namespace of the store may hold, keys and values together.',
    'Thousands of small notes; a plugin that fills a disk would take it from all.',
  ),
  storeKeys: whole(
    { default: 5_000, min: 1, max: 10_000_000 },
    'Keys that one namespace of the store may hold.',
    'A thousand bytes for each at the default `storeBytes`.',
  ),
  storeValueBytes: whole(
    { default: 100_000, min: 1, max: 50_000_000 },
    'UTF-8 bytes of one value of the store as JSON text.',
    'A document fits; what is larger belongs in a database of its own.',
  ),
  queueMs: whole(
    { default: 2_000, min: 1, max: 600_000 },
    'How long a call may wait for a place before it is answered `overloaded`, in milliseconds.',
    'A caller told early can go elsewhere; waiting never counts against a tool.',
  ),
  killGraceMs: whole(
    { default: 250, min: 50, max: 10_000 },
    'How long after a limit the broker waits for the runner to report before it kills it, in milliseconds.',
    'A busy machine may be 50 ms late by itself; longer only delays the answer to a call that cannot be interrupted.',
  ),
  concurrencyPerPlugin: whole(
    { default: 8, min: 1, max: 1_000 },
    'Calls of one plugin that may run at a time.',
    'Two runner processes full of calls; one popular plugin leaves room for the others.',
  ),
};

const FRESH_STATE: Choice<FreshStatePolicy> = {
  type: 'choice',
  default: 'auto',
  values: ['auto', 'realm', 'isolate'],
  meaning:
    'How each call gets fresh state: `isolate` gives it an isolate of its own; `realm` runs the module anew in a realm that is frozen once, which is many times faster; `auto` runs the examples of each plugin both ways when it is loaded, and takes `realm` where they agree.',
  reason: 'Nothing of one call reaches the next either way; a library that changes builtins works only with `isolate`.',
};

const TOOL_OVERRIDES = named({
  keyWord: 'tool name',
  keyForm: TOOL_NAME,
  each: { limits: LIMITS },
  meaning: 'Tool name → `limits` for that tool alone, over those of its plugin.',
  reason: 'One heavy tool need not loosen the limits of its neighbours.',
});

/** Everything an operator may set, in the shape of `Config`. */
export const SETTINGS: TableOf<Config> = {
  server: {
    host: {
      type: 'string',
      default: '127.0.0.1',
      form: HOST,
      meaning: 'Address or host name to listen on.',
      reason: 'Only this machine can call; anyone on the network could with "0.0.0.0", so that has to be asked for.',
    },
    port: whole(
      { default: 3_000, min: 0, max: 65_535 },
      'TCP port to listen on; 0 takes any free port, and the start-up report says which.',
      'Free on most machines, and above 1023, which need rights to open.',
    ),
    bodyBytes: whole(
      { default: 1_100_000, min: 1_024, max: 101_000_000 },
      "Bytes of a request's body, as sent and once inflated.",
      'The largest arguments and what stands around them.',
    ),
    bodyDepth: whole(
      { default: 64, min: 2, max: 1_000 },
      "Levels of arrays and objects in a request's body.",
      'Deeper than any honest call; the body and its `arguments` are the first two.',
    ),
    headersTimeoutMs: whole(
      { default: 5_000, min: 100, max: 60_000 },
      "From a connection's first byte to the end of the request's headers, in milliseconds.",
      'Headers are one packet; a client that takes longer holds a place that others need.',
    ),
    requestTimeoutMs: whole(
      { default: 15_000, min: 100, max: 600_000 },
      "From a connection's first byte to the end of the request's body, in milliseconds.",
      'A megabyte arrives in this time at 70 kB a second; at least `headersTimeoutMs`, which it includes.',
    ),
    keepAliveTimeoutMs: whole(
      { default: 5_000, min: 100, max: 600_000 },
      'How long a connection may stay open between requests, in milliseconds.',
      'An agent that works calls again within seconds; behind a proxy, set it above the idle time of the proxy.',
    ),
    maxConnections: whole(
      { default: 1_000, min: 1, max: 100_000 },
      'Open connections; more are closed at once.',
      'More than the agents of one machine open, and few enough that idle ones cost little memory.',
    ),
    shutdownMs: whole(
      { default: 10_000, min: 100, max: 600_000 },
      'From SIGTERM until calls in flight are given up, in milliseconds.',
      'Twice the default `wallMs`, so honest calls end by themselves; service managers often kill after 30 seconds.',
    ),
    allowedHosts: list(
      HOST_HEADER,
      'Names a `Host` header may carry beside the loopback names and `host` itself.',
      'A page in a browser can point its own name at this machine; a server that answers only to its names is safe from it.',
    ),
    allowedOrigins: list(
      ORIGIN,
      'Origins that a browser may call from.',
      'Agents send no `Origin`; a web page does, and has no business here unless it is named.',
    ),
    adminKeyHash: {
      type: 'string',
      default: '',
      form: KEY_HASH,
      meaning:
        'SHA-256 of the key that opens `/admin/plugins`, where plugins are uploaded, approved and removed over HTTP; without one there is no such path.',
      reason:
        'Who has the key decides what runs here, so it is off until asked for; the hash tells nobody the key, if that is 256 random bits.',
    },
  },
  plugins: {
    folder: {
      type: 'string',
      default: 'plugins',
      form: FOLDER,
      meaning:
        'Folder that holds the bundles; relative to the folder of the file that says so, and otherwise to the working folder.',
      reason: 'A folder beside the configuration is where one looks first.',
    },
    bundleBytes: whole(
      { default: 5_000_000, min: 1_000, max: 100_000_000 },
      'Bytes of one bundle, all its files together.',
      'A tool with a large library is about one megabyte; every runner that serves the plugin loads it.',
    ),
    bundleFiles: whole(
      { default: 200, min: 2, max: 10_000 },
      'Files of one bundle.',
      'A manifest and an entry are the least; a bundle of thousands is a `node_modules` packed by mistake.',
    ),
    loadMs: whole(
      { default: 5_000, min: 100, max: 60_000 },
      'How long a bundle may take to load and to have its schemas compiled, in milliseconds.',
      'Large libraries load in well under a second; start-up waits this long for a plugin that spins.',
    ),
    tryOutAtStart: whole(
      { default: 24, min: 1, max: 1_000 },
      'New bundles that are tried out before the server listens; where there are more, they are listed first, and each is tried out before its first call, or while nobody calls.',
      'Each takes a process of its own, a fifth of a second: a few seconds are well spent on knowing, minutes are not.',
    ),
    watch: {
      type: 'boolean',
      default: true,
      meaning: 'Takes up bundles that are put into the folder, changed or taken out while the server runs.',
      reason:
        'A plugin is uploaded by dropping a file; where the folder only changes with a restart, watching it is of no use.',
    },
    approve: {
      type: 'choice',
      default: 'widening',
      values: ['widening', 'any change', 'never'],
      meaning:
        'Which new versions of a known plugin wait for `toolcell approve`: those that rewrite what agents know of a tool or may use more than before, all, or none.',
      reason: 'What an agent reads of a tool steers it, so nobody rewrites that unseen; a mere repair need not wait.',
    },
    trustedKeys: list(
      PUBLIC_KEY,
      'Public keys, as minisign and `toolcell keygen` write them, whose signatures on archives count.',
      'You know whose plugins you take; a signature shows that an archive is theirs and has not been changed.',
    ),
    requireSignature: off(
      'Refuses bundles that are no archive with a good signature by one of `trustedKeys` beside it.',
      'Most plugins are not signed; set it where only your own, or those of known authors, may serve.',
    ),
    overrides: named<PluginOverride>({
      keyWord: 'plugin name',
      keyForm: PLUGIN_NAME,
      each: { limits: LIMITS, freshState: FRESH_STATE, tools: TOOL_OVERRIDES },
      meaning:
        'Plugin name → what that plugin gets in place of `limits` and `freshState`, and `tools`, the same for one tool.',
      reason: 'A plugin that you know to need more gets it alone, and one that you trust less gets less.',
    }),
  },
  limits: LIMITS,
  pool: {
    brokers: whole(
      { default: 1, min: 1, max: 8 },
      'Threads that own runner processes.',
      'One thread serves thousands of calls a second, since the work is done in the runners; never more than `runners`.',
    ),
    runners: whole(
      { default: 16, min: 1, max: 256 },
      'Runner processes at a time, spares not counted.',
      'One for each of 16 busy plugins; each takes `runnerRssMb` at most, and one that stands idle is ended.',
    ),
    spares: whole(
      { default: 1, min: 1, max: 16 },
      'Runner processes that a broker holds ready for the next plugin that needs one.',
      'A locked-down process takes 165 ms to start, and after a kill the next call must not wait for that.',
    ),
    callsPerRunner: whole(
      { default: 4, min: 1, max: 64 },
      'Calls that may run at a time inside one runner process.',
      'Calls that wait overlap; if the process has to be killed, these are the calls that are lost with it.',
    ),
    recycleAfterCalls: whole(
      { default: 500_000, min: 1, max: 1_000_000_000 },
      'Calls after which a runner process is replaced.',
      'Nothing is known to grow in a frozen realm; a process that is replaced now and then need not be trusted with that.',
    ),
    recycleAfterIsolates: whole(
      { default: 5_000, min: 1, max: 1_000_000 },
      'Calls with an isolate of their own after which a runner process is replaced.',
      'Memory of a process creeps up over tens of thousands of isolates; a replacement costs one start.',
    ),
    idleMs: whole(
      { default: 60_000, min: 100, max: 86_400_000 },
      'How long a runner may stand idle before it is ended, in milliseconds.',
      'Long enough for an agent to come back, short enough that unused plugins cost nothing.',
    ),
    maxQueued: whole(
      { default: 256, min: 1, max: 100_000 },
      'Calls that may wait for a place, all plugins together.',
      'More than `queueMs` lets through would only wait in vain and hold memory.',
    ),
    cordons: named<readonly string[]>({
      keyWord: 'cordon name',
      keyForm: PLUGIN_NAME,
      each: list(PLUGIN_NAME, 'Plugins of this cordon.', 'A plugin belongs to one cordon at most.'),
      meaning: 'Name of a cordon → plugins that trust each other and share its runner processes.',
      reason: 'Without one each plugin has processes of its own, and what one breaks hurts no other.',
    }),
  },
  quarantine: {
    kills: whole(
      { default: 5, min: 1, max: 1_000 },
      'Runners that a plugin may cost within `windowMs` before it is paused.',
      'Unlucky input kills once or twice; five in a minute is a plugin that does not work.',
    ),
    windowMs: whole(
      { default: 60_000, min: 100, max: 3_600_000 },
      'Time over which the kills are counted, in milliseconds.',
      'A minute forgives what happened an hour ago.',
    ),
    pauseMs: whole(
      { default: 1_000, min: 100, max: 3_600_000 },
      'The first pause of a quarantined plugin, in milliseconds; each further one is twice as long.',
      'Short, so a plugin that recovers is back at once.',
    ),
    maxPauseMs: whole(
      { default: 60_000, min: 100, max: 86_400_000 },
      'The longest pause, in milliseconds.',
      'A plugin that was repaired answers again within a minute; at least `pauseMs`.',
    ),
  },
  grants: named<PluginGrants>({
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
  }),
  secrets: named<SecretBinding>({
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
  }),
  store: {
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
        'File of the SQLite store; relative to the folder of the file that says so, and otherwise to the working folder.',
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
  },
  egress: {
    dnsServers: list(
      NAME_SERVER,
      "Name servers that are asked for the hosts of tools' requests, in place of the system's.",
      "The system's are right for most; every address they give is checked either way.",
    ),
    caFiles: list(
      FOLDER,
      "Files of certificates in PEM that tools' requests trust beside the well-known ones, relative to the folder of the file that says so.",
      'Services of your own often have certificates of your own.',
    ),
  },
  freshState: FRESH_STATE,
  validateArguments: off(
    'Checks arguments against the input schema of the tool before each call.',
    'The protocol leaves the check to the client, and tools expect to do their own.',
  ),
  requireOsSandbox: off(
    'Refuses to start where the operating system cannot lock the runner processes down.',
    'A laptop without bubblewrap can still try tools out; set it wherever plugins come from strangers.',
  ),
};

/** {@link SETTINGS} as the section it is, for code that walks it. */
export const SETTINGS_SECTION: Section = { ...SETTINGS };

/** Path → setting, in the table's order: `limits.memoryMb`. */
export const SETTING_BY_PATH: ReadonlyMap<string, Setting> = new Map(settingsIn(SETTINGS_SECTION));
