// Makes the text for people when a host has started: address, tools, refusals, limits, isolation layers. Front process, main thread.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TRIED_OUT_AT_START } from '../catalog/load/read-folder.ts';
import type { Config } from '../settings/config.ts';
import { allowsAnonymous, hasKeys } from '../settings/load/access-relations.ts';
import { commandHint, type HintFlags } from './hint.ts';
import type { Host } from './host.ts';
import { missingLines, wishLines } from './reach-lines.ts';
import { bundleRefusalLines } from './refusal-lines.ts';

export interface StartUp {
  readonly startMs: number;
  /** Flags that make the commands in hints refer to this server. */
  readonly flags?: HintFlags;
  /** Why the store does not serve, if a plugin may use it. */
  readonly storeTrouble?: string | undefined;
  /** Why nobody can be let in by a key. */
  readonly keysTrouble?: string | undefined;
}

export const startUpText = (
  host: Pick<Host, 'url' | 'catalog' | 'launch' | 'idleSettings'>,
  config: Config,
  { startMs, flags = {}, storeTrouble, keysTrouble }: StartUp,
): string => {
  const { catalog, launch } = host;
  const hint = (...words: string[]): string => commandHint(words, flags);
  const missing = missingLines(catalog.bundles, { isListed: config.plugins.listUngranted, hint });
  const served = catalog.bundles.flatMap(({ pluginName, version, tools, freshState, capabilities }) => [
    `  ${pluginName} ${version} (${freshState.mode}${freshState.mode === 'isolate' ? `: ${freshState.reason}` : ''}): ${tools.join(', ')}`,
    ...wishLines(capabilities),
  ]);
  const idle = host.idleSettings();
  const { faults, own } = bundleRefusalLines(hasNothing(catalog, config) ? [] : catalog.refused, ' ');
  const waiting = catalog.standby.flatMap(({ cause, pluginName, version, bundle }) =>
    cause === 'waits for approval'
      ? [`  ${pluginName} ${version} (${bundle}): see what it changes with "${hint('approve', pluginName, version)}"`]
      : cause === 'waits for grants'
        ? [`  ${pluginName} ${version} (${bundle}): see what it asks for with "${hint('grant', pluginName)}"`]
        : [],
  );
  const layers = launch.layers.map(({ name, active, note }) => `  ${active ? 'on ' : 'OFF'} ${name}: ${note}`);
  const untried = catalog.bundles.filter(({ isTriedOut }) => !isTriedOut).length;
  const { cpuMs, wallMs, memoryMb, runnerRssMb, resultBytes, concurrencyPerPlugin } = config.limits;
  const lines = [
    `Toolcell serves on ${host.url} (started in ${(startMs / 1000).toFixed(1)} s)`,
    ...doorLines(config, flags),
    ...headOf(host.catalog, config),
    ...served,
    ...(untried > 0 ? [untriedText(untried)] : []),
    ...missing,
    ...(waiting.length > 0 ? ['Waiting for approval or grants:', ...waiting] : []),
    ...(launch.broken === undefined
      ? []
      : [`THIS HOST CANNOT START A RUNNER, so no plugin can work: ${launch.broken}`]),
    ...(keysTrouble === undefined
      ? []
      : [
          `NO KEY IS LET IN: ${keysTrouble}`,
          '    → the server goes on trying and logs when it has read them; its log says why',
        ]),
    ...(storeTrouble === undefined ? [] : storeLines(storeTrouble, hint)),
    ...(faults.length > 0 ? ['Not tried out, through a fault of this host:', ...faults] : []),
    ...(own.length > 0 ? ['Refused:', ...own] : []),
    ...(idle.length > 0 ? ['Settings without effect:', ...idle.map((finding) => `  ${finding}`)] : []),
    `Limits of a call: ${cpuMs} ms CPU, ${wallMs} ms wall, ${memoryMb} MB heap, ${runnerRssMb} MB process, ${resultBytes} bytes of result; ${concurrencyPerPlugin} at a time per plugin`,
    'Isolation layers:',
    ...layers,
  ];
  return `${lines.join('\n')}\n`;
};

/** The lines about API keys and access tokens, if there are any. */
const doorLines = (config: Config, { config: configFile }: HintFlags): readonly string[] => {
  const { issuer } = config.access.oauth;
  const tokens = issuer === '' ? [] : [`Callers may send access tokens of ${issuer}.`];
  if (!hasKeys(config)) return tokens;
  const who = allowsAnonymous(config)
    ? 'Callers may send an API key, and others may call too.'
    : 'Callers need an API key.';
  return [
    `${who} To make one: ${commandHint(['key', 'create', '--client', 'NAME'], { config: configFile })}`,
    ...tokens,
  ];
};

const storeLines = (trouble: string, hint: (...words: string[]) => string): readonly string[] => [
  `THE STORE DOES NOT SERVE, so tools that keep values fail: ${trouble}`,
  `    → the server goes on trying and logs when the store serves again; "${hint('doctor')}" looks at it`,
];

/** True if there is nothing to serve or refuse. A missing folder is not refused, because it may be made later. */
const hasNothing = ({ bundles, refused, standby }: Host['catalog'], { plugins }: Config): boolean =>
  bundles.length === 0 && standby.length === 0 && (refused.length === 0 || !existsSync(plugins.folder));

const nothingServedLines = (folder: string): readonly string[] => {
  const exists = existsSync(folder);
  return [
    `No plugin is served: ${folder} ${exists ? 'is empty' : 'does not exist'}.`,
    '  A plugin (a folder with a plugin.json, or a .tgz) is served a second or two after it was put there.',
    `  toolcell new ${join(folder, 'NAME')}  begins a plugin there`,
    ...(exists ? [] : ['  toolcell init  makes the folder, and a configuration with comments']),
  ];
};

const headOf = (catalog: Host['catalog'], config: Config): readonly string[] => {
  if (catalog.bundles.length > 0) return ['Plugins and their tools:'];
  const { folder } = config.plugins;
  return hasNothing(catalog, config) ? nothingServedLines(folder) : [`No plugin is served from ${folder}.`];
};

const untriedText = (untried: number): string =>
  `${untried} of them are new, more than ${TRIED_OUT_AT_START}: each is tried out before its first call, or while nobody calls. What is refused then is logged.`;
