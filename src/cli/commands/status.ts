// `toolcell status`: what a server would make of the plugins folder now, decided by the same code and tried out in the same sandbox.

import { idleGrants } from '../../catalog/capabilities.ts';
import type { CatalogState } from '../../catalog/catalog-state.ts';
import { type LintFinding, lintManifest } from '../../catalog/lint.ts';
import { readLock } from '../../catalog/lock.ts';
import { readFolder } from '../../catalog/read-folder.ts';
import { shown } from '../../catalog/refusal.ts';
import { type LoadedBundle, snapshotOf } from '../../catalog/snapshot.ts';
import { type TokenCounts, tokenCounts } from '../../catalog/tokens.ts';
import type { WishState } from '../../protocol/admin.ts';
import { openSandbox } from '../../sandbox.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG } from '../command.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, shortDigest } from '../operate/plugins-folder.ts';
import { wishLines } from '../operate/reach-lines.ts';

interface Standing {
  readonly state: CatalogState;
  /** Grants and secrets that nobody asks for. */
  readonly idle: readonly string[];
  readonly plugins: readonly PluginStanding[];
}

interface PluginStanding {
  readonly loaded: LoadedBundle;
  readonly mode: string;
  readonly reason: string;
  readonly version: string;
  readonly findings: readonly LintFinding[];
  readonly tokens: TokenCounts;
  readonly capabilities: readonly WishState[];
}

export const command: Command = {
  name: 'status',
  summary:
    'Tell which plugins of a folder serve, wait or fail, and why; what agents will read, and how many tokens that is.',
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Loads and tries out every bundle as a server does, and changes nothing.',
      `Exit code ${EXIT.fault} where a bundle is refused.`,
    ],
    examples: ['toolcell status', 'toolcell status --json'],
  },
  async run(context) {
    const standing = await context.during('Trying the plugins out', standingOf(context));
    if (context.given.has('json')) context.print(JSON.stringify(report(standing), null, 2));
    else context.print(...lines(standing, context));
    return standing.state.refused.length === 0 ? EXIT.done : EXIT.fault;
  },
};

const standingOf = async (context: CommandContext): Promise<Standing> => {
  const { folder, config: given } = folderOf(context);
  const config = { ...given, plugins: { ...given.plugins, tryOutAtStart: Number.POSITIVE_INFINITY } };
  const lock = await operate(readLock(folder));
  const sandbox = await openSandbox({ config, searchPath: context.env.PATH ?? '', onGuestLog: () => {} });
  try {
    const state = await readFolder({ folder, config, lock, inspector: sandbox.dispatcher });
    const { bundles } = snapshotOf(state, config);
    const plugins = state.loaded.map((loaded, at): PluginStanding => {
      const { freshState, version, capabilities } = bundles[at] as (typeof bundles)[number];
      const { manifest } = loaded;
      const findings = lintManifest(manifest).filter(({ level }) => level === 'warning');
      return { loaded, ...freshState, version, findings, tokens: tokenCounts(manifest), capabilities };
    });
    const manifests = state.loaded.map(({ manifest }) => manifest);
    return { state, idle: idleGrants(manifests, config), plugins };
  } finally {
    await sandbox.close(0);
  }
};

const report = ({ state, idle, plugins }: Standing): object => ({
  plugins: plugins.map(({ loaded, mode, reason, version, findings, tokens, capabilities }) => ({
    name: loaded.manifest.name,
    version,
    digest: loaded.digest,
    bundle: loaded.bundle,
    freshState: { mode, reason },
    capabilities,
    findings,
    tokens,
  })),
  idleGrants: idle,
  standby: state.standby,
  refused: state.refused,
  tokens: plugins.reduce((sum, { tokens }) => sum + tokens.total, 0),
});

const lines = ({ state, idle, plugins }: Standing, { paint: { stdout: paint } }: CommandContext): readonly string[] => [
  ...plugins.flatMap(({ loaded, mode, reason, version, findings, tokens, capabilities }) => [
    `${paint.good('✓')} ${paint.strong(`${loaded.manifest.name} ${version}`)}  ${shortDigest(loaded.digest)}  ${mode} mode: ${shown(reason, 300)}`,
    `    ${tokens.tools.map(({ name, tokens: count }) => `${name} (${count} tokens)`).join(', ')}`,
    ...wishLines(capabilities, paint),
    ...findings.flatMap(({ where, finding, hint }) => [
      `  ${paint.warning('!')} ${where}: ${finding}`,
      `      → ${hint}`,
    ]),
  ]),
  ...state.standby.flatMap(({ bundle, pluginName, version, cause, changes }) => [
    `${paint.faint('·')} ${pluginName} ${version} (${shown(bundle)}): ${cause}`,
    ...(cause === 'waits for approval' ? [...changeLines(changes, paint), `    → toolcell approve ${pluginName}`] : []),
  ]),
  ...state.refused.flatMap(({ bundle, where, reason, hint, stillServes }) => [
    `${paint.bad('✗')} ${bundle}: ${where}: ${reason}${stillServes === undefined ? '' : ` (version ${stillServes} serves)`}`,
    `    → ${hint}`,
  ]),
  ...idle.map((finding) => `${paint.warning('!')} ${shown(finding, 500)}`),
  plugins.length === 0
    ? 'No plugin would serve.'
    : `${plugins.reduce((sum, { tokens }) => sum + tokens.total, 0)} tokens in all, counted as OpenAI's models do; an estimate for others.`,
];
