// What a person reads when a host has started: address, tools, refusals, limits, isolation layers. A few lines, no colour.

import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { Host } from '../host.ts';
import { nothingServedLines } from './nothing-served.ts';
import { commandHint, type HintFlags } from './operate/hint.ts';
import { missingLines, wishLines } from './operate/reach-lines.ts';
import { splitRefusals } from './refusal-lines.ts';

/** How long the start took, and what a command in a hint has to be given to mean this server. */
export interface StartUp {
  readonly startMs: number;
  readonly flags?: HintFlags;
  /** Why the store does not serve, if a plugin may use it. */
  readonly storeTrouble?: string | undefined;
}

/** The text for standard output. */
export const startUpText = (
  host: Pick<Host, 'url' | 'catalog' | 'launch' | 'idleSettings'>,
  config: Config,
  { startMs, flags = {}, storeTrouble }: StartUp,
): string => {
  const { catalog, launch } = host;
  const hint = (...words: string[]): string => commandHint(words, flags);
  const wanting = missingLines(catalog.bundles, { isListed: config.plugins.listUngranted, hint });
  const served = catalog.bundles.flatMap(({ pluginName, version, tools, freshState, capabilities }) => [
    `  ${pluginName} ${version} (${freshState.mode}${freshState.mode === 'isolate' ? `: ${freshState.reason}` : ''}): ${tools.join(', ')}`,
    ...wishLines(capabilities),
  ]);
  const idle = host.idleSettings();
  const { faults, own } = splitRefusals(hasNothing(catalog, config) ? [] : catalog.refused);
  const unstarted = faults.flatMap(({ bundles, reason, hint }) => [
    `  ${bundles.join(', ')}: ${reason}`,
    `    → ${hint}`,
  ]);
  const refused = own.flatMap(({ bundle, where, reason, hint, stillServes }) => [
    `  ${bundle}: ${where}: ${reason}${stillServes === undefined ? '' : ` (version ${stillServes} serves)`}`,
    `    → ${hint}`,
  ]);
  const waiting = catalog.standby.flatMap(({ cause, pluginName, version, bundle }) =>
    cause === 'waits for approval'
      ? [`  ${pluginName} ${version} (${bundle}): see what it changes with "${hint('approve', pluginName, version)}"`]
      : [],
  );
  const layers = launch.layers.map(({ name, active, note }) => `  ${active ? 'on ' : 'OFF'} ${name}: ${note}`);
  const untried = catalog.bundles.filter(({ isTriedOut }) => !isTriedOut).length;
  const { cpuMs, wallMs, memoryMb, runnerRssMb, resultBytes, concurrencyPerPlugin } = config.limits;
  const lines = [
    `Toolcell serves on ${host.url} (started in ${(startMs / 1000).toFixed(1)} s)`,
    ...headOf(host.catalog, config),
    ...served,
    ...(untried > 0 ? [untriedText(untried, config)] : []),
    ...wanting,
    ...(waiting.length > 0 ? ['Waiting for approval:', ...waiting] : []),
    ...(launch.broken === undefined
      ? []
      : [`THIS HOST CANNOT START A RUNNER, so no plugin can work: ${launch.broken}`]),
    ...(storeTrouble === undefined ? [] : storeLines(storeTrouble, hint)),
    ...(unstarted.length > 0 ? ['Not tried out, through a fault of this host:', ...unstarted] : []),
    ...(refused.length > 0 ? ['Refused:', ...refused] : []),
    ...(idle.length > 0 ? ['Settings without effect:', ...idle.map((finding) => `  ${finding}`)] : []),
    `Limits of a call: ${cpuMs} ms CPU, ${wallMs} ms wall, ${memoryMb} MB heap, ${runnerRssMb} MB process, ${resultBytes} bytes of result; ${concurrencyPerPlugin} at a time per plugin`,
    'Isolation layers:',
    ...layers,
  ];
  return `${lines.join('\n')}\n`;
};

/** What a store that does not serve means to whoever started the host. */
const storeLines = (trouble: string, hint: (...words: string[]) => string): readonly string[] => [
  `THE STORE DOES NOT SERVE, so tools that keep values fail: ${trouble}`,
  `    → the server goes on trying and logs when the store serves again; "${hint('doctor')}" looks at it`,
];

/** True if there is nothing to serve or refuse. A folder that is missing is not refused: plugins may come to be there. */
const hasNothing = ({ bundles, refused, standby }: Host['catalog'], { plugins }: Config): boolean =>
  bundles.length === 0 && standby.length === 0 && (refused.length === 0 || !existsSync(plugins.folder));

const headOf = (catalog: Host['catalog'], config: Config): readonly string[] => {
  if (catalog.bundles.length > 0) return ['Plugins and their tools:'];
  const { folder } = config.plugins;
  return hasNothing(catalog, config) ? nothingServedLines(folder) : [`No plugin is served from ${folder}.`];
};

/** What more new bundles than `plugins.tryOutAtStart` mean to whoever reads the list. */
const untriedText = (untried: number, { plugins }: Config): string =>
  `${untried} of them are new, more than ${plugins.tryOutAtStart} (plugins.tryOutAtStart): each is tried out before its first call, or while nobody calls. What is refused then is logged.`;
