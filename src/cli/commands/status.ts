// `toolcell status`: reports which plugins of the folder a server would serve now, with the server's own code and sandbox.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { lintManifest } from '../../catalog/lint/lint.ts';
import { readFolder } from '../../catalog/load/read-folder.ts';
import { readLock } from '../../catalog/lock/lock.ts';
import { shown } from '../../catalog/model/refusal.ts';
import { snapshotOf } from '../../catalog/model/snapshot.ts';
import { idleSettings, knownIn } from '../../catalog/operate/idle-settings.ts';
import { expiryNotice } from '../../front/tls/expiry.ts';
import { readNotAfterMs, TlsBroken } from '../../front/tls/read-material.ts';
import { missingLines, wishLines } from '../../server/reach-lines.ts';
import { bundleRefusalLines } from '../../server/refusal-lines.ts';
import { openSandbox } from '../../server/sandbox.ts';
import { type Config, usesStore } from '../../settings/config.ts';
import { NO_EXTERNAL_VALUES } from '../../settings/load/secrets.ts';
import { hasTls } from '../../settings/load/tls-relations.ts';
import { type Command, type CommandContext, EXIT, JSON_FLAG } from '../common/command.ts';
import { redisUrlFor, settingsFor } from '../common/settings.ts';
import { changeLines } from '../operate/change-lines.ts';
import { originText } from '../operate/origin-text.ts';
import { FOLDER_FLAGS, folderOf, operate, shortDigest } from '../operate/plugins-folder.ts';
import { hasNotTakenUp, serversOf, standingLines } from '../operate/running-servers.ts';
import { tokenCounts } from '../plugin/tokens.ts';
import { sandboxParts } from '../plugin/workbench.ts';

type Standing = Awaited<ReturnType<typeof standingOf>>;

export const command: Command = {
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Loads and tries out every bundle as a server does, and changes nothing.',
      `Exit code ${EXIT.fault} if a bundle is refused, ${EXIT.host} if this host cannot try bundles out, its store does not serve, or a running server refuses the configuration file or does not answer.`,
    ],
    examples: ['toolcell status', 'toolcell status --json'],
  },
  async run(context) {
    const standing = await context.withProgress('Trying the plugins out', standingOf(context));
    context.answer(jsonOf(standing), ...lines(standing, context));
    const { storeTrouble, state, servers } = standing;
    if (servers.some(hasNotTakenUp)) return EXIT.host;
    if (storeTrouble !== undefined || state.refused.some(({ isHostFault }) => isHostFault)) return EXIT.host;
    return state.refused.length === 0 ? EXIT.done : EXIT.fault;
  },
};

const standingOf = async (context: CommandContext) => {
  const served = folderOf(context);
  const { folder, config, hint } = served;
  const lock = await operate(readLock(folder));
  // A store that nobody uses is not asked for, so its address need not be there.
  const redisUrl = usesStore(config) ? redisUrlFor(settingsFor(context), context) : '';
  const externalValues = { ...NO_EXTERNAL_VALUES, redisUrl };
  const sandbox = await openSandbox({ config, externalValues, ...sandboxParts(context), onGuestLog: () => {} });
  try {
    const state = await readFolder({
      ...{ folder, config, lock, inspector: sandbox.dispatcher },
      triedOutAtStart: Number.POSITIVE_INFINITY,
    });
    const snapshot = snapshotOf(state, config);
    const { bundles } = snapshot;
    const plugins = state.loaded.map((loaded, at) => {
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
    const certificateTrouble = await certificateTroubleOf(config);
    return {
      state,
      storeTrouble,
      certificateTrouble,
      servers: await serversOf(served),
      idle: idleSettings(knownIn(snapshot, lock), config),
      plugins,
      isListed,
      hint,
    };
  } finally {
    await sandbox.close(0);
  }
};

/** Why the TLS certificate needs somebody to look at it, if so. The key is not read: whoever asks for the status may not be allowed to. */
const certificateTroubleOf = async (config: Config): Promise<string | undefined> => {
  if (!hasTls(config)) return undefined;
  try {
    return expiryNotice(await readNotAfterMs(config.server.tls.certificateFile), Date.now())?.text;
  } catch (error) {
    if (error instanceof TlsBroken) return error.message;
    throw error;
  }
};

const jsonOf = ({ state, storeTrouble, certificateTrouble, servers, idle, plugins }: Standing): object => ({
  plugins: plugins.map(({ loaded, mode, reason, version, findings, tokens, ...wants }) => ({
    name: loaded.manifest.name,
    version,
    digest: loaded.digest,
    bundle: loaded.bundle,
    ...(loaded.manifest.importedFrom && { importedFrom: loaded.manifest.importedFrom }),
    freshState: { mode, reason },
    ...wants,
    findings,
    tokens,
  })),
  idleSettings: idle,
  servers,
  ...(storeTrouble !== undefined && { storeTrouble }),
  ...(certificateTrouble !== undefined && { certificateTrouble }),
  standby: state.standby,
  refused: state.refused,
  tokens: plugins.reduce((sum, { tokens }) => sum + tokens.total, 0),
});

const originLines = ({ importedFrom }: Manifest): readonly string[] =>
  importedFrom ? [`    imported from ${shown(originText(importedFrom), 300)}`] : [];

const lines = (standing: Standing, { style: { stdout: style } }: CommandContext): readonly string[] => {
  const { state, storeTrouble, certificateTrouble, servers, idle, plugins, hint } = standing;
  const wanting = plugins.map(({ loaded, ...wants }) => ({ pluginName: loaded.manifest.name, ...wants }));
  const { faults, own } = bundleRefusalLines(state.refused, style.bad('✗'));
  return [
    ...standingLines(servers, style),
    ...plugins.flatMap(({ loaded, mode, reason, version, findings, tokens, capabilities }) => [
      `${style.good('✓')} ${style.strong(`${loaded.manifest.name} ${version}`)}  ${shortDigest(loaded.digest)}  ${mode} mode: ${shown(reason, 300)}`,
      ...originLines(loaded.manifest),
      `    ${tokens.tools.map(({ name, tokens: count }) => `${name} (${count} tokens)`).join(', ')}`,
      ...wishLines(capabilities, style),
      ...findings.flatMap(({ where, finding, hint }) => [
        `  ${style.warning('!')} ${where}: ${finding}`,
        `      → ${hint}`,
      ]),
    ]),
    ...state.standby.flatMap(({ bundle, pluginName, version, cause, changes }) => [
      `${style.faint('·')} ${pluginName} ${version} (${shown(bundle)}): ${cause}`,
      ...(cause === 'waits for approval'
        ? [...changeLines(changes, style), `    → ${hint('approve', pluginName, version)}`]
        : cause === 'waits for grants'
          ? [`    → ${hint('grant', pluginName)}`]
          : []),
    ]),
    ...faults,
    ...own,
    ...(storeTrouble === undefined
      ? []
      : [`${style.bad('✗')} the store does not serve: ${shown(storeTrouble, 500)}`, `    → ${hint('doctor')}`]),
    ...(certificateTrouble === undefined ? [] : [`${style.warning('!')} ${shown(certificateTrouble, 500)}`]),
    ...missingLines(wanting, standing),
    ...idle.map((finding) => `${style.warning('!')} ${shown(finding, 500)}`),
    plugins.length === 0
      ? 'No plugin would serve.'
      : `${plugins.reduce((sum, { tokens }) => sum + tokens.total, 0)} tokens in all, counted as OpenAI's models do; an estimate for others.`,
  ];
};
