// The table of settings as docs/configuration.md.

import { FLAGS, usage } from './flags.ts';
import { RELATIONS } from './relations.ts';
import { isSetting, rangeOf, type Section, type Setting, settingsIn } from './setting.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from './settings.ts';

const SECTION_INTRO: Readonly<Record<string, string>> = {
  server: 'Where Toolcell listens, and what it takes from the network.',
  plugins: 'Where bundles are found, and how large one may be.',
  limits:
    'What one call may use. A manifest may ask for less than is set here, never for more; `plugins.overrides` changes a limit for one plugin or one tool.',
  pool: 'How many processes work, and which plugins share one.',
  quarantine: 'When a plugin that keeps costing runner processes is paused.',
  store: 'Where plugins keep values between calls, those that were granted the store.',
  log: 'What the server writes down about itself, about calls and for tools; see [operating.md](operating.md#the-log).',
  egress: "How requests of tools leave this machine, whichever plugin's they are.",
};

/** The text of docs/configuration.md. */
export const configurationPage = (): string =>
  `${[intro(), precedence(), problems(), ...sections(), reach(), relations(), overrides()].join('\n\n')}\n`;

const intro = (): string => `# Configuration

<!-- Generated from src/config/settings.ts by \`npm run docs\`; a change made here is lost. -->

Toolcell runs without any configuration: every setting has a default that is right for a laptop. What you want otherwise
goes into \`sandbox.config.json\` in the folder that you start Toolcell in. The file names only what it changes. It is
JSON with comments and trailing commas, up to 1 MB, and its \`"$schema"\` gives an editor completion and descriptions:

\`\`\`json
{
  "$schema": "./schemas/sandbox.config.schema.json",
  "limits": { "memoryMb": 128, "runnerRssMb": 512 }
}
\`\`\`

The unit is the last word of a name: \`Ms\` milliseconds, \`Mb\` megabytes of 2^20 bytes, \`Bytes\` bytes; without one it is a count.
No value turns a limit off: 0 and -1 are refused like any other value below the minimum.`;

const precedence = (): string => `## Where a value comes from

Defaults, then the file, then the environment, then flags; the later one wins. An empty variable counts as not set.

| flag | environment | setting |
|---|---|---|
${FLAGS.map((flag) => `| \`${usage(flag)}\` | \`${flag.env}\` | ${flag.path === undefined ? flag.meaning : `\`${flag.path}\``} |`).join('\n')}

\`\`\`sh
npm start -- --port 8080 --plugins ./my-plugins
npx toolcell config                    # every setting in force, and where its value comes from
npx toolcell config --json --port 0    # the same for a program
\`\`\`

The default file may be missing. One that \`--config\` or \`TOOLCELL_CONFIG\` names may not.
A relative path such as \`plugins.folder\` begins at the folder of the file that sets it; from a flag or the environment, and by default, at the current directory.`;

const problems = (): string => `## When something is wrong

Toolcell does not start on a bad configuration. It prints every problem at once, and ends with exit code 2:

\`\`\`
sandbox.config.json:12:18 limits.memoryMb: 4 is below 16 → set it to 16 or more
sandbox.config.json:13:5 limits.wallMS: there is no such setting → did you mean limits.wallMs?
--port server.port: 70000 is above 65535 → set it to 65535 or less
\`\`\``;

function sections(): string[] {
  const named = Object.entries(SETTINGS_SECTION).flatMap(([name, entry]) =>
    isSetting(entry) ? [] : [{ name, entry }],
  );
  const single = Object.fromEntries(Object.entries(SETTINGS_SECTION).filter(([, entry]) => isSetting(entry)));
  return [
    ...named.map(
      ({ name, entry }) => `## \`${name}\`\n\n${SECTION_INTRO[name] ?? ''}\n\n${tableOf(entry, `${name}.`)}`,
    ),
    `## Everything else\n\n${tableOf(single, '')}`,
  ];
}

const tableOf = (section: Section, prefix: string): string =>
  `| setting | default | range | meaning | why |\n|---|---|---|---|---|\n${[...settingsIn(section, prefix)]
    .map(([path, setting]) => `| ${rowOf(path, setting).map(cell).join(' | ')} |`)
    .join('\n')}`;

const rowOf = (path: string, setting: Setting): readonly string[] => [
  `\`${path}\``,
  `\`${JSON.stringify(setting.default)}\``,
  rangeOf(setting),
  setting.meaning,
  setting.reason,
];

/** What stands inside a map, each under any name. */
const inside = (path: string): string => {
  const setting = SETTING_BY_PATH.get(path);
  if (setting?.type !== 'map' || isSetting(setting.each)) return '';
  return tableOf(setting.each, `${path}.*.`);
};

const reach = (): string => `## What tools may reach

A manifest asks under \`capabilities\`, \`grants\` allows, and a request must fit both. \`toolcell status\` prints the lines that are missing.

${inside('grants')}

A secret is sent by one plugin to one origin. \`toolcell config\` shows where it comes from, and never what it is.

${inside('secrets')}

\`\`\`json
{
  "grants": {
    "weather": { "fetch": ["https://api.example.com"], "store": true }
  },
  "secrets": {
    "WEATHER_KEY": { "plugin": "weather", "origin": "https://api.example.com", "env": "WEATHER_KEY" },
    "USER_KEY": { "plugin": "weather", "origin": "https://api.example.com", "callerHeader": "x-weather-key" }
  },
  "store": { "kind": "redis", "redisUrlEnv": "REDIS_URL" }
}
\`\`\``;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const relations = (): string => `## What must hold between settings

${RELATIONS.map(({ low, high, room, because }) => {
  const bound = room === 0 ? `is at most \`${high}\`` : `is at least ${room} below \`${high}\``;
  return `- \`${low}\` ${bound}: ${because}.`;
}).join('\n')}
- \`plugins.requireSignature\` needs at least one key in \`plugins.trustedKeys\`.
- A plugin is in one cordon at most.
- A secret has a plugin, an origin and one source: \`env\`, \`file\`, \`command\` or \`callerHeader\`, a header that has no meaning of its own.
- Origins are written as browsers do: small letters, no path, no port that is the scheme's own. \`privateFetch\` names no \`https://*\`.
- \`store.kind\` "redis" needs \`store.redisUrl\` or \`store.redisUrlEnv\`, one of the two.

The rules for limits hold for each plugin and tool with what \`plugins.overrides\` sets for it.`;

const overrides = (): string => `## One plugin, one tool, a cordon

${SETTING_BY_PATH.get('plugins.overrides')?.meaning} ${SETTING_BY_PATH.get('pool.cordons')?.meaning}

\`\`\`json
{
  "plugins": {
    "overrides": {
      "markdown": {
        "limits": { "memoryMb": 128 },
        "tools": { "renderMarkdown": { "limits": { "cpuMs": 3000 } } }
      }
    }
  },
  "pool": { "cordons": { "ours": ["text-tools", "json-tools"] } }
}
\`\`\`

A tool runs under \`limits\`, under what is set for its plugin, under what is set for the tool itself; then its manifest may lower each of them.`;
