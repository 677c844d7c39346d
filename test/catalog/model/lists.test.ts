// Lists of tools for callers who see a part of them: the same text as a whole list has, without writing a tool again for each of them.

import { expect } from 'chai';
import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { metadataFor, snapshotOf } from '../../../src/catalog/model/snapshot.ts';
import { accepted, loadValues } from '../../settings/config-folder.ts';

const TOOLS = 300;

describe('lists of tools', () => {
  it('write and hash each tool once, however many lists it is in, and have a tag of their own', () => {
    let written = 0;
    const inputSchema = {
      toJSON() {
        written += 1;
        return { type: 'object' };
      },
    } as unknown as ManifestTool['inputSchema'];
    const nameOf = (at: number): string => `tool${String(at).padStart(3, '0')}`;
    const manifest: Manifest = {
      name: 'many',
      tools: Array.from({ length: TOOLS }, (_, at) => ({
        ...{ name: nameOf(at), description: 'Works.', inputSchema, outputSchema: {} },
      })),
    };
    const { config } = accepted(loadValues({}));
    const digest = `sha256-${'a'.repeat(43)}`;
    const snapshot = snapshotOf({ loaded: [{ bundle: 'many', manifest, digest }], refused: [] }, config);
    const etags = new Set([snapshot.metadata.etag]);
    for (let hidden = 0; hidden < TOOLS; hidden += 1) {
      const { text, etag } = metadataFor(snapshot, config, (name) => name !== nameOf(hidden));
      etags.add(etag);
      const { tools, plugins } = JSON.parse(text);
      expect(tools).to.have.lengthOf(TOOLS - 1);
      expect(plugins[0].tools).to.deep.equal(tools.map(({ name }: { name: string }) => name));
    }
    expect(etags.size).to.equal(TOOLS + 1);
    expect(metadataFor(snapshot, config, () => true)).to.deep.equal(snapshot.metadata);
    expect(written).to.equal(TOOLS);
  });
});
