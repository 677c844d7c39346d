// Writes the configuration of `toolcell init`: the settings that operators change first, each with its meaning and its default.

import { SETTING_BY_PATH } from '../../settings/settings.ts';

/** Path of the schema for editors, in a folder that Toolcell is installed in. */
export const SCHEMA_PATH = 'node_modules/toolcell/schemas/sandbox.config.schema.json';

/** Section → the settings to write. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  server: ['host', 'port'],
  plugins: ['folder', 'approve'],
  limits: ['cpuMs', 'wallMs', 'memoryMb'],
};

const HEAD = `// Settings of Toolcell, for servers and commands that are started in this folder. A setting that is not here has its default.
// "toolcell config" prints every setting in force. docs/configuration.md in the package toolcell describes all of them.`;

/** Wide enough for a sentence, narrow enough for an editor. */
const COMMENT_CHARACTERS = 110;

const GRANTS = `  // Grants, by plugin: tools reach nothing outside the sandbox unless it is written here. "toolcell status" prints the lines
  // that a plugin asks for.
  "grants": {
    // "weather": { "fetch": ["https://api.example.com"], "store": true }
  }`;

/** The text of a new sandbox.config.json. It names the schema if `schemaPath` is given. */
export const configFileText = (schemaPath: string | undefined): string => {
  const schema = schemaPath === undefined ? [] : [`  "$schema": ${JSON.stringify(`./${schemaPath}`)}`];
  return `${HEAD}\n{\n${[...schema, ...Object.entries(SHOWN).map(sectionText), GRANTS].join(',\n')}\n}\n`;
};

const sectionText = ([section, names]: readonly [string, readonly string[]]): string => {
  const settings = names.map((name) => settingText(`${section}.${name}`, name)).join(',\n');
  return `  "${section}": {\n${settings}\n  }`;
};

const settingText = (path: string, name: string): string => {
  const setting = SETTING_BY_PATH.get(path);
  if (setting === undefined) throw new Error(`there is no setting ${path}`);
  const comment = linesOf(setting.meaning).map((line) => `    // ${line}\n`);
  return `${comment.join('')}    "${name}": ${JSON.stringify(setting.default)}`;
};

const linesOf = (sentence: string): readonly string[] => {
  const lines = [''];
  for (const word of sentence.replaceAll('`', '').split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > COMMENT_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};
