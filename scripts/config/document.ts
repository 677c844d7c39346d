// Writes the text of docs/configuration.md from the table of settings.

import { FLAGS, flagUsage } from '../../src/settings/flags.ts';
import { RELATIONS } from '../../src/settings/load/relations.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from '../../src/settings/settings.ts';
import {
  defaultWordsOf,
  isSetting,
  rangeOf,
  type Section,
  type Setting,
  settingsIn,
} from '../../src/settings/table/setting.ts';

const SECTION_INTRO: Readonly<Record<string, string>> = {
  server: 'Where Toolcell listens, and what it takes from the network.',
  plugins: 'Where Toolcell looks for bundles, and how large one may be.',
  limits:
    'What one call may use. A manifest may lower these limits; `plugins.overrides` changes one for a plugin or a tool.',
  pool: 'How many runner processes there are, and which plugins share one.',
  store: 'Where plugins with a grant for the store keep values between calls.',
  log: 'What the server logs about itself, about calls and for tools; see [operating.md](operating.md#the-log).',
  metrics: 'Figures for Prometheus; see [observability.md](observability.md#metrics).',
  egress: 'How requests of tools leave this machine, for all plugins.',
};

/** The text of docs/configuration.md. */
export const configurationPage = (): string =>
  `${[intro(), precedence(), problems(), ...sections(), reach(), relations(), overrides()].join('\n\n')}\n`;

const intro = (): string => `# Configuration

<!-- Generated from src/settings/settings.ts by \`npm run docs\`, which overwrites changes made here. -->

Every setting has a default that is right for a laptop. Write those that you change into \`sandbox.config.json\` in the folder in which you start Toolcell: JSON with comments and trailing commas, up to 1 MB. With \`"$schema"\`, an editor offers completion and descriptions:

\`\`\`json
{
  "$schema": "./schemas/sandbox.config.schema.json",
  "limits": { "memoryMb": 128, "runnerRssMb": 512 }
}
\`\`\`

The last word of a name is its unit: \`Ms\` milliseconds, \`Mb\` megabytes of 2^20 bytes, \`Bytes\` bytes. A number without a unit is a count. No value turns a limit off. A list has up to 256 entries, and a map 1,000 names.

A running server [follows a change](operating.md#changes-without-a-restart) of these for new calls; all others wait for a restart: ${liveOnes()}.`;

const precedence = (): string => `## Where a value comes from

Of defaults, the file, the environment and flags, the last one that sets a value wins. An empty variable counts as not set.

| flag | environment | setting |
|---|---|---|
${FLAGS.map((flag) => `| \`${flagUsage(flag.flag, flag)}\` | \`${flag.env}\` | ${flag.path === undefined ? flag.meaning : `\`${flag.path}\``} |`).join('\n')}

\`\`\`sh
npm start -- --port 8080 --plugins ./my-plugins
npx toolcell config                    # every setting in force, and where its value comes from
npx toolcell config --json --port 0    # the same for a program
\`\`\`

Only the default file may be missing. A relative path is relative to the folder of the file that sets it; in a flag, in the environment or as a default, to the current directory.`;

const problems = (): string => `## When something is wrong

Toolcell prints all problems and ends with exit code 2:

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
  `| setting | default; range | meaning, *reason* |\n|---|---|---|\n${[...settingsIn(section, prefix)]
    .map(([path, setting]) => `| ${rowOf(path, setting).map(cell).join(' | ')} |`)
    .join('\n')}`;

const rowOf = (path: string, setting: Setting): readonly string[] => [
  `\`${path}\``,
  `${defaultWordsOf(setting) ?? `\`${JSON.stringify(setting.default)}\``}${setting.type === 'boolean' ? '' : `; ${shortRangeOf(setting)}`}`,
  `${setting.meaning} *${setting.reason}*`,
];

/** Without what the page says once: the default shows that a text may be empty, and all lists and maps have the same bound. */
const shortRangeOf = (setting: Setting): string =>
  rangeOf(setting)
    .replace(', or "" for none', '')
    .replace(/^up to \d+, (?=each )/, '');

/** The settings whose changes new calls follow: a section by its name if they are all of it. */
const liveOnes = (): string =>
  Object.entries(SETTINGS_SECTION)
    .flatMap(([name, entry]) => {
      if (isSetting(entry)) return entry.live === true ? [name] : [];
      const settings = [...settingsIn(entry, `${name}.`)];
      const live = settings.filter(([, setting]) => setting.live === true).map(([path]) => path);
      return live.length === settings.length ? [name] : live;
    })
    .map((path) => `\`${path}\``)
    .join(', ');

/** The table of the settings inside a map, which may have any names. */
const inside = (path: string): string => {
  const setting = SETTING_BY_PATH.get(path);
  if (setting?.type !== 'map' || isSetting(setting.each)) return '';
  return tableOf(setting.each, `${path}.*.`);
};

const reach = (): string => `## What tools may reach

[operating.md](operating.md#what-tools-may-reach) has an example.

${inside('grants')}

${inside('secrets')}`;

const cell = (text: string): string => text.replaceAll('|', '\\|');

const relations = (): string => `## What must hold between settings

${RELATIONS.map(({ low, high, room = 0, because }) => {
  const bound = room === 0 ? `is at most \`${high}\`` : `is at least ${room} below \`${high}\``;
  return `- \`${low}\` ${bound}: ${because}.`;
}).join('\n')}
${[...SETTING_BY_PATH]
  .flatMap(([path, { needs = [] }]) =>
    needs.length === 0
      ? []
      : [
          `- \`${path}\` needs ${needs
            .map((need) =>
              need
                .split(' or ')
                .map((other) => `\`${other}\``)
                .join(' or '),
            )
            .join(' and ')}.`,
        ],
  )
  .join('\n')}
- A plugin is in one cordon at most.
- A secret has a plugin, an origin and one source: \`env\`, \`file\`, \`command\` or \`callerHeader\`. The header must be your own: \`x-forwarded-for\` and others with a known meaning are refused.
- Write an origin as a browser sends it: in small letters, without a path and without the default port of its scheme. \`privateFetch\` cannot contain \`https://*\`.
- \`store.redisUrl\` and \`store.redisUrlEnv\` exclude each other.

These rules also hold for the limits of each plugin and tool that \`plugins.overrides\` changes.`;

const overrides = (): string => `## One plugin, one tool

A tool's limits are those in \`limits\`, changed by the settings for its plugin, then by those for the tool; then its manifest may lower each.`;
