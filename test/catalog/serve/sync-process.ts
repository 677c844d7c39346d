// A process that follows a plugins folder with bundles that are still to be inspected, and then has nothing else to do:
// `node sync-process.ts FOLDER`.

import { openCatalogSync } from '../../../src/catalog/serve/catalog-sync.ts';
import { defaultConfig, yesInspector } from '../plugins-folder.ts';

const [folder = ''] = process.argv.slice(2);
const sync = await openCatalogSync({
  folder,
  config: defaultConfig(),
  triedOutAtStart: 1,
  inspector: yesInspector,
});
sync.catalog.inspectRest();
sync.watch();
void sync.catalog.whenInspected('one-tool');
process.stdout.write(`${sync.catalog.listed.size} listed`);
