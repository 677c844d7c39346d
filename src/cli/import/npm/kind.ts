// `toolcell import npm PACKAGE`: recognises a package of npm, and reads the flags of its import.

import { ownFolder } from '../../../shared/lifetime/belongings.ts';
import { misused } from '../../common/command.ts';
import { settingsFor } from '../../common/settings.ts';
import { Workbench } from '../../plugin/workbench.ts';
import type { ImportedPlugin, ImportKind, ImportRequest } from '../kind.ts';
import { fetchPackage, type PackageWord, packageIn } from './fetch-package.ts';
import { type ImportedServer, importServer, type ServerOptions } from './import-npm.ts';
import { packageFolder } from './package-folder.ts';

/** A server is loaded once or twice in an import, on a machine that may be busy. */
const LOAD_MS = 30_000;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;
const SECRET = /^([A-Z][A-Z0-9_]{0,63})(?:@(https:\/\/[^\s,]+))?$/;

/** The parts of a list with commas. A backslash before a comma keeps it in its part. */
const partsOf = (text: string): readonly string[] =>
  text
    .split(/(?<!\\),/)
    .map((part) => part.trim().replaceAll('\\,', ','))
    .filter((part) => part !== '');

const settingsIn = (text = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    partsOf(text).map((part) => {
      const at = part.indexOf('=');
      const name = part.slice(0, Math.max(0, at));
      if (!VARIABLE.test(name)) throw misused(`--set: ${JSON.stringify(part)} is not NAME=VALUE`);
      return [name, part.slice(at + 1)];
    }),
  );

const secretsIn = (text = ''): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    partsOf(text).map((part) => {
      const [, name = '', origin] = SECRET.exec(part) ?? [];
      if (name === '')
        throw misused(
          `--secret: ${JSON.stringify(part)} is not NAME or NAME@https://HOST; NAME has capitals, digits and _`,
        );
      return [name, origin];
    }),
  );

const optionsOf = ({ pluginName, context: { args } }: ImportRequest): ServerOptions => {
  const settings = settingsIn(args.value('set'));
  const secrets = secretsIn(args.value('secret'));
  const both = Object.keys(settings).find((name) => Object.hasOwn(secrets, name));
  if (both !== undefined) throw misused(`${both} cannot be both --set and --secret`);
  return {
    pluginName,
    settings,
    secrets,
    args: (args.value('args') ?? '').split(/\s+/).filter((word) => word !== ''),
    only: args.value('only'),
    prefix: args.value('prefix') ?? '',
  };
};

const wordOf = (word: string, cwd: string): PackageWord => {
  const found = packageFolder(word, cwd) ?? packageIn(word);
  if (found) return found;
  throw misused(`${JSON.stringify(word.slice(0, 200))} is no package of npm → toolcell import npm:@scope/name@1.2.3`);
};

const fetched = async (request: ImportRequest, folder: string): Promise<ImportedServer> => {
  const { context, word } = request;
  const { args, env } = context;
  const options = optionsOf(request);
  const fetching = { env, registry: args.value('registry'), folder, isTrusted: args.has('trust') };
  const found = await context.withProgress('Fetching the package', fetchPackage(wordOf(word, context.cwd), fetching));
  const { config } = settingsFor(context);
  await using bench = await Workbench.open(config, context, { loadMs: LOAD_MS });
  return await context.withProgress('Asking the server in the sandbox', importServer(bench, found, options));
};

const WAYS = { light: "Toolcell's own code in place of MCP's SDK", whole: 'the SDK of the package' } as const;

const kilobytes = (bytes: number): string => Math.ceil(bytes / 1_000).toLocaleString('en-US');

const imported = ({
  manifest,
  files,
  notes,
  way,
  listedTools,
  bundleBytes,
  learned,
  foundInCode,
}: ImportedServer): ImportedPlugin => ({
  manifest,
  files,
  notes,
  lines: [
    `${manifest.importedFrom?.source} ${manifest.version}: ${manifest.tools.length} of ${listedTools} tools; the code has ${kilobytes(bundleBytes)} kB, with ${WAYS[way.sdk]}`,
  ],
  report: { ...way, listedTools, bundleBytes, unsetVariables: learned.unset, secrets: learned.secrets, foundInCode },
});

export const npmKind: ImportKind = {
  name: 'npm',
  meaning: 'a package of npm, or a folder with one, whose command is an MCP server',
  flags: {
    only: {
      argument: 'PATTERNS',
      meaning: "only these operations or tools, such as 'issues/*,GET /users/*' or 'search_*,get_issue'",
    },
    prefix: { argument: 'TEXT', meaning: 'what the names of tools begin with' },
    set: {
      argument: 'LIST',
      meaning: 'variables of the server with fixed values: NAME=VALUE, with commas between them',
    },
    secret: {
      argument: 'LIST',
      meaning:
        'variables that are secrets: NAME, or NAME@https://HOST for the one origin that gets the value, with commas between them',
    },
    args: { argument: 'WORDS', meaning: "the words of the server's command line" },
    registry: { argument: 'URL', meaning: "the registry of packages; default: npm's own setting" },
    trust: { meaning: 'if there is no box: run npm without one, with all your permissions' },
  },
  recognise: (word, cwd) =>
    packageFolder(word, cwd) !== undefined
      ? 'a folder with a package that has a command'
      : /^@[\w.-]+\/[\w.-]+(?:@.+)?$/.test(word) && packageIn(word)
        ? 'the name of a package'
        : undefined,
  async run(request) {
    const folder = ownFolder('toolcell-import-');
    try {
      return imported(await fetched(request, folder.path));
    } finally {
      folder.remove();
    }
  },
};
