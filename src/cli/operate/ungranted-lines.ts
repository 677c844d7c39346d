// Says what a version of a plugin asks for and does not have, for the commands that put it into service.

import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { capabilityRequests, waitsForGrants } from '../../catalog/model/capabilities.ts';
import { wishLines } from '../../server/reach-lines.ts';
import type { Style } from '../common/command.ts';
import type { ServedFolder } from './plugins-folder.ts';

/** What is asked for, what the lack of it means, and the command that grants it; no lines if nothing is missing. */
export const ungrantedLines = (
  manifest: Manifest,
  { config, hint }: Pick<ServedFolder, 'config' | 'hint'>,
  style: Style,
): readonly string[] => {
  const asked = capabilityRequests(manifest, config);
  if (asked.every(({ state }) => state === 'granted')) return [];
  const isListed = config.plugins.listUngranted || !waitsForGrants(manifest, config);
  return [
    `${style.warning('!')} ${isListed ? 'It works with less than it asks for:' : 'Agents find its tools only after a grant. It asks for:'}`,
    ...wishLines(asked, style),
    `  To grant it: ${hint('grant', manifest.name)}`,
  ];
};
