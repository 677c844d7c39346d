// What a person reads when a host has started: address, tools, refusals, limits, isolation layers. A few lines, no colour.

import { idleGrants } from '../catalog/capabilities.ts';
import type { Config } from '../config/config.ts';
import type { Host } from '../host.ts';
import { wishLines } from './operate/reach-lines.ts';

/** The text for standard output. `startMs` is how long the start took. */
export const startUpText = (
  host: Pick<Host, 'url' | 'catalog' | 'launch'>,
  config: Config,
  startMs: number,
): string => {
  const { catalog, launch } = host;
  const served = catalog.bundles.flatMap(({ pluginName, version, tools, freshState, capabilities }) => [
    `  ${pluginName} ${version} (${freshState.mode}${freshState.mode === 'isolate' ? `: ${freshState.reason}` : ''}): ${tools.join(', ')}`,
    ...wishLines(capabilities),
  ]);
  const idle = idleGrants(
    catalog.loaded.map(({ manifest }) => manifest),
    config,
  );
  const refused = catalog.refused.flatMap(({ bundle, where, reason, hint, stillServes }) => [
    `  ${bundle}: ${where}: ${reason}${stillServes === undefined ? '' : ` (version ${stillServes} serves)`}`,
    `    → ${hint}`,
  ]);
  const waiting = catalog.standby.flatMap(({ cause, pluginName, version, bundle }) =>
    cause === 'waits for approval'
      ? [`  ${pluginName} ${version} (${bundle}): see what it changes with "toolcell approve ${pluginName}"`]
      : [],
  );
  const layers = launch.layers.map(({ name, active, note }) => `  ${active ? 'on ' : 'OFF'} ${name}: ${note}`);
  const untried = catalog.bundles.filter(({ isTriedOut }) => !isTriedOut).length;
  const { cpuMs, wallMs, memoryMb, runnerRssMb, resultBytes, concurrencyPerPlugin } = config.limits;
  const lines = [
    `Toolcell serves on ${host.url} (started in ${(startMs / 1000).toFixed(1)} s)`,
    served.length > 0 ? 'Plugins and their tools:' : `No plugin is served from ${config.plugins.folder}.`,
    ...served,
    ...(untried > 0 ? [untriedText(untried, config)] : []),
    ...(waiting.length > 0 ? ['Waiting for approval:', ...waiting] : []),
    ...(refused.length > 0 ? ['Refused:', ...refused] : []),
    ...(idle.length > 0 ? ['Granted to nobody:', ...idle.map((finding) => `  ${finding}`)] : []),
    `Limits of a call: ${cpuMs} ms CPU, ${wallMs} ms wall, ${memoryMb} MB heap, ${runnerRssMb} MB process, ${resultBytes} bytes of result; ${concurrencyPerPlugin} at a time per plugin`,
    'Isolation layers:',
    ...layers,
  ];
  return `${lines.join('\n')}\n`;
};

/** What more new bundles than `plugins.tryOutAtStart` mean to whoever reads the list. */
const untriedText = (untried: number, { plugins }: Config): string =>
  `${untried} of them are new, more than ${plugins.tryOutAtStart} (plugins.tryOutAtStart): each is tried out before its first call, or while nobody calls. What is refused then is logged.`;
