// `toolcell status`: what a server would make of the plugins folder now, decided by the same code and tried out in the same sandbox.

import { type LintFinding, lintManifest } from '../../catalog/lint/lint.ts';
import type { CatalogState } from '../../catalog/load/catalog-state.ts';
import { readFolder } from '../../catalog/load/read-folder.ts';
import { readLock } from '../../catalog/lock/lock.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { type LoadedBundle, snapshotOf } from '../../catalog/model/snapshot.ts';
import { idleSettings, knownIn } from '../../catalog/operate/idle-settings.ts';
import { usesStore } from '../../config/uses-store.ts';
import type { GrantSuggestion, WishState } from '../../protocol/admin.ts';
import { openSandbox } from '../../sandbox.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG } from '../command.ts';
import { changeLines } from '../operate/change-lines.ts';
import { FOLDER_FLAGS, folderOf, operate, type ServedFolder, shortDigest } from '../operate/plugins-folder.ts';
import { missingLines, wishLines } from '../operate/reach-lines.ts';
import { type TokenCounts, tokenCounts } from '../plugin/tokens.ts';
import { sandboxParts } from '../plugin/workbench.ts';
import { splitRefusals } from '../refusal-lines.ts';

interface Standing {
  readonly state: CatalogState;
  /** Why the store does not serve, if a plugin may use it. */
  readonly storeTrouble: string | undefined;
  /** Settings that name what is not there; see idle-settings.ts. */
  readonly idle: readonly string[];
  readonly plugins: readonly PluginStanding[];
  /** Tools of plugins that wait for a grant are listed too. */
  readonly isListed: boolean;
  readonly hint: ServedFolder['hint'];
}

interface PluginStanding {
  readonly loaded: LoadedBundle;
  readonly mode: string;
  readonly reason: string;
  readonly version: string;
  readonly findings: readonly LintFinding[];
  readonly tokens: TokenCounts;
  readonly capabilities: readonly WishState[];
  readonly waitsForGrants: boolean;
  readonly missing?: GrantSuggestion;
}

export const command: Command = {
  name: 'status',
  summary:
    'Tell which plugins of a folder serve, wait or fail, and why; what agents will read, and how many tokens that is.',
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Loads and tries out every bundle as a server does, and changes nothing.',
      `Exit code ${EXIT.fault} if a bundle is refused, ${EXIT.host} if this host cannot try bundles out or its store does not serve.`,
    ],
    examples: ['toolcell status', 'toolcell status --json'],
  },
  async run(context) {
    const standing = await context.during('Trying the plugins out', standingOf(context));
    if (context.given.has('json')) context.print(JSON.stringify(report(standing), null, 2));
    else context.print(...lines(standing, context));
    const {
      storeTrouble,
      state: { refused },
    } = standing;
    if (storeTrouble !== undefined || refused.some(({ isHostFault }) => isHostFault)) return EXIT.host;
    return refused.length === 0 ? EXIT.done : EXIT.fault;
  },
};

const standingOf = async (context: CommandContext): Promise<Standing> => {
  const { folder, config: given, hint } = folderOf(context);
  const config = { ...given, plugins: { ...given.plugins, tryOutAtStart: Number.POSITIVE_INFINITY } };
  const lock = await operate(readLock(folder));
  const sandbox = await openSandbox({ config, ...sandboxParts(context), onGuestLog: () => {} });
  try {
    const state = await readFolder({ folder, config, lock, inspector: sandbox.dispatcher });
    const snapshot = snapshotOf(state, config);
    const { bundles } = snapshot;
    const plugins = state.loaded.map((loaded, at): PluginStanding => {
      const { freshState, version, capabilities, waitsForGrants, missing } = bundles[at] as (typeof bundles)[number];
      const { manifest } = loaded;
      const findings = lintManifest(manifest, { otherTools: snapshot.toolNames }).filter(
        ({ level }) => level === 'warning',
      );
      const wants = { capabilities, waitsForGrants, ...(missing && { missing }) };
      return { loaded, ...freshState, version, findings, tokens: tokenCounts(manifest), ...wants };
    });
    const { listUngranted: isListed } = config.plugins;
    const { store: storeTrouble } = await sandbox.dispatcher.readiness(usesStore(config));
    return { state, storeTrouble, idle: idleSettings(knownIn(snapshot, lock), config), plugins, isListed, hint };
  } finally {
    await sandbox.close(0);
  }
};

const report = ({ state, storeTrouble, idle, plugins }: Standing): object => ({
  plugins: plugins.map(({ loaded, mode, reason, version, findings, tokens, ...wants }) => ({
    name: loaded.manifest.name,
    version,
    digest: loaded.digest,
    bundle: loaded.bundle,
    freshState: { mode, reason },
    ...wants,
    findings,
    tokens,
  })),
  idleSettings: idle,
  ...(storeTrouble !== undefined && { storeTrouble }),
  standby: state.standby,
  refused: state.refused,
  tokens: plugins.reduce((sum, { tokens }) => sum + tokens.total, 0),
});

const lines = (standing: Standing, { paint: { stdout: paint } }: CommandContext): readonly string[] => {
  const { state, storeTrouble, idle, plugins, hint } = standing;
  const wanting = plugins.map(({ loaded, ...wants }) => ({ pluginName: loaded.manifest.name, ...wants }));
  return [
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
      ...(cause === 'waits for approval'
        ? [...changeLines(changes, paint), `    → ${hint('approve', pluginName, version)}`]
        : []),
    ]),
    ...splitRefusals(state.refused).faults.flatMap(({ bundles, reason, hint }) => [
      `${paint.bad('✗')} ${bundles.join(', ')}: ${reason}`,
      `    → ${hint}`,
    ]),
    ...splitRefusals(state.refused).own.flatMap(({ bundle, where, reason, hint, stillServes }) => [
      `${paint.bad('✗')} ${bundle}: ${where}: ${reason}${stillServes === undefined ? '' : ` (version ${stillServes} serves)`}`,
      `    → ${hint}`,
    ]),
    ...(storeTrouble === undefined
      ? []
      : [`${paint.bad('✗')} the store does not serve: ${shown(storeTrouble, 500)}`, `    → ${hint('doctor')}`]),
    ...missingLines(wanting, standing),
    ...idle.map((finding) => `${paint.warning('!')} ${shown(finding, 500)}`),
    plugins.length === 0
      ? 'No plugin would serve.'
      : `${plugins.reduce((sum, { tokens }) => sum + tokens.total, 0)} tokens in all, counted as OpenAI's models do; an estimate for others.`,
  ];
};
