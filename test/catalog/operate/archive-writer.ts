// A process that adds versions of one plugin, each with its signature: `node archive-writer.ts FOLDER DESCRIPTION VERSIONS SECRET-KEY`. Prints how each
// ended.

import { addArchive } from '../../../src/catalog/operate/add-archive.ts';
import { OperationRefused } from '../../../src/catalog/operate/operations.ts';
import { signBytes } from '../../../src/cli/pack/signing/signature.ts';
import { archiveOf } from '../../support/archive.ts';
import { defaultConfig } from '../plugins-folder.ts';

const [folder = '', description = '', versions = '0', secretKeyText = ''] = process.argv.slice(2);
for (let version = 0; version < Number(versions); version += 1) {
  const bytes = archiveOf({ version: `1.0.${version}`, description });
  const signatureText = signBytes({ bytes, secretKeyText, trustedComment: 'a test' });
  const ended = await addArchive({ folder, config: defaultConfig() }, { bytes, signatureText }).then(
    ({ isNew }) => (isNew ? 'added' : 'there'),
    (error: unknown) => (error instanceof OperationRefused ? error.kind : String(error)),
  );
  process.stdout.write(`${ended}\n`);
}
