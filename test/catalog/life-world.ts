// Support: a plugins folder with the server's own catalog over it, its lock file and the operator's commands, as a test of whole lives moves them.
// Nothing is watched and no runner is started: an inspector says yes to what is not broken.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramCache } from '../../src/catalog/load/program-cache.ts';
import { LOCK_FILE } from '../../src/catalog/lock/lock.ts';
import { BundleRefused } from '../../src/catalog/model/refusal.ts';
import type { CatalogSnapshot } from '../../src/catalog/model/snapshot.ts';
import type { ListedBundle } from '../../src/catalog/model/versions.ts';
import { addArchive } from '../../src/catalog/operate/add-archive.ts';
import {
  approve,
  type Folder,
  OperationRefused,
  removePlugin,
  rollback,
  unpin,
  type VersionName,
} from '../../src/catalog/operate/operations.ts';
import { type CatalogSync, openCatalogSync } from '../../src/catalog/serve/catalog-sync.ts';
import { generateKeys, signBytes } from '../../src/cli/pack/signing/signature.ts';
import type { ApprovalPolicy, Config } from '../../src/settings/config.ts';
import type { CheckedProgram, Inspector } from '../../src/shared/protocol/program.ts';
import { defaultConfig, yesInspector } from './plugins-folder.ts';
import { tgz } from './tar-writer.ts';

/** What a bundle is made of. A tool's text is all that agents read of it. */
export interface Content {
  readonly plugin: string;
  readonly version: string | undefined;
  readonly tools: Readonly<Record<string, string>>;
  readonly wallMs: number | undefined;
  readonly code: 'one' | 'two' | 'broken';
  readonly signer: string | undefined;
  readonly isFolder: boolean;
}

const SIGNERS = { alice: generateKeys(), bob: generateKeys() };
export const SIGNER_NAMES = Object.keys(SIGNERS) as readonly (keyof typeof SIGNERS)[];
const TRUSTED_KEYS = Object.values(SIGNERS).map(({ publicKey }) => publicKey);
export const signerOf = (publicKey: string | undefined): string | undefined =>
  SIGNER_NAMES.find((name) => SIGNERS[name].publicKey === publicKey);

const filesOf = ({ plugin, version, tools, wallMs, code }: Content): Readonly<Record<string, string>> => ({
  'plugin.json': JSON.stringify({
    name: plugin,
    ...(version !== undefined && { version }),
    ...(wallMs !== undefined && { limits: { wallMs } }),
    tools: Object.entries(tools).map(([name, description]) => ({
      name,
      description,
      export: 'work',
      inputSchema: { type: 'object' },
      outputSchema: {},
    })),
  }),
  'index.js': `export const work = () => '${code}';\n`,
});

/** The archive of a content, and the text of its signature. */
const packed = (content: Content): { readonly bytes: Uint8Array; readonly signatureText?: string } => {
  const bytes = tgz(Object.entries(filesOf(content)).map(([name, body]) => ({ name: `package/${name}`, body })));
  if (content.signer === undefined) return { bytes };
  const { secretKeyText } = SIGNERS[content.signer as keyof typeof SIGNERS];
  return { bytes, signatureText: signBytes({ bytes, secretKeyText, trustedComment: 'a test' }) };
};

const inspector: Inspector = {
  inspect: async (program) =>
    program.factoryCode.includes('broken')
      ? { ok: false, refusal: { where: 'index.js', reason: 'is broken', hint: 'repair it' } }
      : yesInspector.inspect(program),
};

const compiled = new Map<string, CheckedProgram>();
const programs: ProgramCache = {
  find: async (key) => compiled.get(key),
  keep: async (key, program) => void compiled.set(key, program),
};

export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'toolcell-life-'));
  #config: Config;
  #sync: CatalogSync | undefined;

  constructor() {
    const config = defaultConfig();
    this.#config = { ...config, plugins: { ...config.plugins, trustedKeys: TRUSTED_KEYS } };
  }

  get trustedKeys(): readonly string[] {
    return TRUSTED_KEYS;
  }

  get isRunning(): boolean {
    return this.#sync !== undefined;
  }

  get serving(): readonly ListedBundle[] {
    return this.#sync?.catalog.snapshot.loaded ?? [];
  }

  /** What stands at the moment; there must be a server. */
  get snapshot(): CatalogSnapshot {
    if (!this.#sync) throw new Error('no server runs');
    return this.#sync.catalog.snapshot;
  }

  /** The same in short, for a test that fails. */
  get told(): object {
    const { loaded, standby, refused } = this.snapshot;
    return { loaded: loaded.map(({ bundle, manifest }) => ({ bundle, manifest })), standby, refused };
  }

  async start(): Promise<void> {
    const cache = { programs, release: 'a test' };
    const { folder } = this;
    this.#sync ??= await openCatalogSync({ folder, config: this.#config, inspector, cache });
  }

  async stop(): Promise<void> {
    await this.#sync?.close();
    this.#sync = undefined;
  }

  /** Has the server take up what has changed, if there is one. */
  async settle(): Promise<void> {
    await this.#sync?.reload();
  }

  setPolicy(policy: ApprovalPolicy): void {
    this.#config = { ...this.#config, plugins: { ...this.#config.plugins, approve: policy } };
    this.#sync?.reconfigure(this.#config);
  }

  /** Writes a bundle by hand, in the place of whatever was there. */
  write(slot: string, content: Content): void {
    this.erase(slot);
    if (content.isFolder) {
      mkdirSync(join(this.folder, slot));
      for (const [name, text] of Object.entries(filesOf(content))) writeFileSync(join(this.folder, slot, name), text);
      return;
    }
    const { bytes, signatureText } = packed(content);
    writeFileSync(join(this.folder, `${slot}.tgz`), bytes);
    if (signatureText !== undefined) writeFileSync(join(this.folder, `${slot}.tgz.minisig`), signatureText);
  }

  /** Takes a bundle out by hand. */
  erase(slot: string): void {
    for (const name of [slot, `${slot}.tgz`, `${slot}.tgz.minisig`])
      rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  loseLock(): void {
    rmSync(join(this.folder, LOCK_FILE), { force: true });
  }

  /** The bundles that lie in the folder. */
  get bundles(): readonly string[] {
    return readdirSync(this.folder).filter((name) => !name.startsWith('.') && !/minisig$|\.lock$/.test(name));
  }

  has(bundle: string): boolean {
    return existsSync(join(this.folder, bundle));
  }

  // The operator's commands. Each resolves with undefined where it is refused.

  add(content: Content): Promise<VersionName | undefined> {
    return attempt(addArchive(this.#at, packed(content)));
  }

  approve(plugin: string): Promise<VersionName | undefined> {
    return attempt(approve(this.#at, plugin));
  }

  rollback(plugin: string, version?: string): Promise<VersionName | undefined> {
    return attempt(rollback(this.#at, plugin, version));
  }

  async unpin(plugin: string): Promise<boolean> {
    return (await attempt(unpin(this.#at, plugin).then(() => true))) ?? false;
  }

  remove(plugin: string, version?: string): Promise<readonly VersionName[] | undefined> {
    const what = version === undefined ? {} : { version };
    return attempt(removePlugin(this.#at, plugin, { ...what, mayRemoveFolders: true }));
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  get #at(): Folder {
    return { folder: this.folder, config: this.#config };
  }
}

const attempt = async <Result>(work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof OperationRefused || error instanceof BundleRefused) return undefined;
    throw error;
  }
};
