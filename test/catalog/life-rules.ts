// Support: the rules of a plugin's life (decision 0013), told by what has served and what the operator has said, and by nothing that the
// lock file holds. They say what may serve; they do not decide what does.

import type { Manifest } from '../../packages/plugin/src/manifest.ts';
import type { ListedBundle } from '../../src/catalog/model/versions.ts';
import type { ApprovalPolicy } from '../../src/settings/config.ts';
import { signerOf } from './life-world.ts';

/** What of a plugin has been seen since it was first offered. */
interface Life {
  /** Digests that served, or that the operator approved. */
  readonly letThrough: Set<string>;
  /** What agents read last of each tool that it ever had. */
  readonly texts: Map<string, string>;
  /** What agents would read of each tool in the version that the operator approved last, whether it has served or not. */
  readonly approvedTexts: Map<string, string>;
  readonly versions: Map<string, string>;
  digest: string;
  signer: string | undefined;
  wallMs: number;
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

export class Rules {
  policy: ApprovalPolicy = 'widening';
  readonly #lives = new Map<string, Life>();
  /** Tool → the plugin that had it last. */
  readonly #names = new Map<string, string>();
  readonly #pins = new Map<string, string>();
  #serving = new Map<string, string>();

  /** Why this bundle may not serve; undefined if it may. `lying`: manifests of what lies in the folder. */
  objection(bundle: ListedBundle, lying: readonly Manifest[]): string | undefined {
    const { manifest, digest } = bundle;
    const pinned = this.#pins.get(manifest.name);
    if (pinned !== undefined && pinned !== (manifest.version ?? '0.0.0'))
      return `${manifest.name} is pinned to ${pinned}`;
    if (this.#serving.get(manifest.name) === digest) return undefined;
    const taken = manifest.tools.find(({ name }) => (this.#names.get(name) ?? manifest.name) !== manifest.name)?.name;
    const owner = this.#names.get(taken ?? '');
    if (lying.some(({ name, tools }) => name === owner && tools.some((tool) => tool.name === taken)))
      return `${taken} belongs to ${owner}, which lies in the folder`;
    if (this.policy === 'never') return undefined;
    if (taken !== undefined) return `${taken} belongs to ${owner}`;
    const life = this.#lives.get(manifest.name);
    if (!life || life.letThrough.has(digest)) return undefined;
    if (this.policy === 'any change') return 'it was never approved';
    return widening(life, bundle, pinned);
  }

  /** Notes what serves now. */
  serves(bundles: readonly ListedBundle[]): void {
    for (const bundle of bundles) {
      const { manifest, digest } = bundle;
      const life = this.#lifeOf(bundle);
      life.letThrough.add(digest);
      life.versions.set(manifest.version ?? '0.0.0', digest);
      for (const { name, description } of manifest.tools) life.texts.set(name, description);
      const signer = signerOf(bundle.signedBy);
      if (signer !== undefined || life.digest !== digest) life.signer = signer;
      life.digest = digest;
      life.wallMs = manifest.limits?.wallMs ?? NO_LIMIT;
      this.#own(manifest);
    }
    this.#serving = new Map(bundles.map(({ manifest, digest }) => [manifest.name, digest]));
  }

  approved(bundle: Omit<ListedBundle, 'program'>, pinned?: string): void {
    const { manifest, digest } = bundle;
    const isNew = !this.#lives.has(manifest.name);
    const life = this.#lifeOf(bundle);
    life.letThrough.add(digest);
    if (isNew) life.versions.set(manifest.version ?? '0.0.0', digest);
    for (const { name, description } of manifest.tools) life.approvedTexts.set(name, description);
    for (const { name, description } of manifest.tools)
      if (isNew || this.#names.get(name) !== manifest.name) life.texts.set(name, description);
    this.#own(manifest);
    if (pinned !== undefined) this.#pins.set(manifest.name, pinned);
  }

  unpinned(plugin: string): void {
    this.#pins.delete(plugin);
  }

  /** The operator has removed its last version. */
  forgotten(plugin: string): void {
    this.#lives.delete(plugin);
    this.#pins.delete(plugin);
    for (const [tool, owner] of this.#names) if (owner === plugin) this.#names.delete(tool);
  }

  /** A server that is down keeps nothing in memory. */
  stopped({ isLockLost }: { readonly isLockLost: boolean }): void {
    this.#serving.clear();
    if (isLockLost) for (const plugin of new Set([...this.#lives.keys(), ...this.#pins.keys()])) this.forgotten(plugin);
  }

  #own({ name, tools }: Manifest): void {
    // What another plugin is approved or serves with is no longer what agents read under this one's name.
    for (const tool of tools) {
      const owner = this.#names.get(tool.name);
      if (owner !== undefined && owner !== name) {
        this.#lives.get(owner)?.texts.delete(tool.name);
        this.#lives.get(owner)?.approvedTexts.delete(tool.name);
      }
      this.#names.set(tool.name, name);
    }
  }

  #lifeOf({ manifest, digest, signedBy }: Omit<ListedBundle, 'program'>): Life {
    const known = this.#lives.get(manifest.name);
    if (known) return known;
    const life: Life = {
      letThrough: new Set(),
      texts: new Map(),
      approvedTexts: new Map(),
      versions: new Map(),
      digest,
      signer: signerOf(signedBy),
      wallMs: manifest.limits?.wallMs ?? NO_LIMIT,
    };
    this.#lives.set(manifest.name, life);
    return life;
  }
}

/** What an upgrade does that agents or the operator should know of first. */
const widening = (life: Life, { manifest, digest, signedBy }: ListedBundle, pinned?: string): string | undefined => {
  const { tools, limits, version } = manifest;
  const other = tools.find(
    ({ name, description }) =>
      (life.texts.get(name) ?? description) !== description && life.approvedTexts.get(name) !== description,
  );
  if (other) return `${other.name} was rewritten`;
  if ((limits?.wallMs ?? NO_LIMIT) > life.wallMs) return 'it may take longer';
  const bound = life.versions.get(version ?? '0.0.0') ?? digest;
  if (bound !== digest && (version !== undefined || pinned !== undefined)) return `${version} was other content`;
  return life.signer !== undefined && signerOf(signedBy) !== life.signer
    ? `${life.signer} has not signed it`
    : undefined;
};
