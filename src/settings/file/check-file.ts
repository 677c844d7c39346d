// Compares the tree of a configuration file with the table of settings: collects values, their places, and every problem. Front process and
// command line.
//
// Why not ajv, which checks manifests: the walk also notes the place of each value, for `toolcell config` and for settings that contradict each
// other, and goes on with the rest of a faulty file. Flags and the environment are judged by the same code with the same words. Its messages need
// the text as it was written ("250" is a text → write 250 without quotes), and `JSON.parse` hides repeated keys. Loading ajv would add 0.2 s to
// each start. Manifests keep ajv, because their schema is published, has conditions between members, and holds the schemas of tools. Costs: a few
// kinds of fault are worded in both places.

import type { Node } from 'jsonc-parser';
import { excerpt } from '../../shared/text/excerpt.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { MAX_LISTED, under } from '../problem.ts';
import { SETTING_BY_PATH, SETTINGS_SECTION } from '../settings.ts';
import removed from '../table/removed.json' with { type: 'json' };
import { type Entry, isSetting, type NamedSettings, type Section } from '../table/setting.ts';
import { checkChoice, checkText, checkValue, type Verdict } from './check-value.ts';
import type { ConfigText, PlacedProblem } from './config-text.ts';

export interface Found {
  readonly value: unknown;
  readonly source: string;
  /** For a list, the source of each of its items. */
  readonly itemSources?: readonly string[];
}

export interface FileFindings {
  readonly found: Map<string, Found>;
  /** Paths whose value was refused. Other checks skip them. */
  readonly refused: Set<string>;
  readonly problems: PlacedProblem[];
}

/** Checks a whole file against `section`, the table's root. Never throws. */
export function checkFile(file: ConfigText, section: Section): FileFindings {
  const walk = new FileWalk(file);
  // Of settings that slipped into another section, each would be told as one that does not exist.
  if (file.root !== undefined && !file.isMisread) walk.readSection(file.root, section, '');
  const problems = [...file.problems, ...walk.problems].sort((one, other) => one.offset - other.offset);
  return { found: walk.found, refused: walk.refused, problems };
}

interface Property {
  readonly key: string;
  readonly path: string;
  readonly keyNode: Node;
  readonly valueNode: Node;
}

/** One walk over one file. Each `read…` returns the value to use, or undefined if it was refused. */
class FileWalk implements FileFindings {
  readonly found = new Map<string, Found>();
  readonly refused = new Set<string>();
  readonly problems: PlacedProblem[] = [];
  readonly #file: ConfigText;

  constructor(file: ConfigText) {
    this.#file = file;
  }

  readSection(node: Node, section: Section, path: string): unknown {
    const values: Record<string, unknown> = Object.create(null);
    for (const { key, path: inner, keyNode, valueNode } of this.#properties(node, path)) {
      const entry = Object.hasOwn(section, key) ? section[key] : undefined;
      if (entry === undefined) this.#refuseUnknown(keyNode, key, section, path);
      else this.#readInto(values, key, valueNode, entry, inner);
    }
    return values;
  }

  #readInto(values: Record<string, unknown>, key: string, node: Node, entry: Entry, path: string): void {
    const value = this.#readEntry(node, entry, path);
    if (value !== undefined) values[key] = value;
  }

  #readEntry(node: Node, entry: Entry, path: string): unknown {
    if (!isSetting(entry)) return this.readSection(node, entry, path);
    if (entry.type === 'map') return this.#readMap(node, entry, path);
    if (entry.type === 'list')
      return this.#readList(node, path, {
        maxItems: entry.maxItems,
        check: (...item) => checkText(entry.form, ...item),
      });
    if (entry.type === 'switches' && node.type === 'array')
      return this.#readList(node, path, {
        maxItems: entry.values.length,
        check: (...item) => checkChoice(entry, ...item),
      });
    return this.#take(node, path, checkValue(entry, node.value, this.#written(node)));
  }

  #readMap(node: Node, setting: NamedSettings, path: string): unknown {
    const values: Record<string, unknown> = Object.create(null);
    const properties = this.#properties(node, path);
    if (properties.length > setting.maxEntries) {
      const wrong = `${properties.length} entries are above ${setting.maxEntries}`;
      this.#refuse(node, path, wrong, `name ${setting.maxEntries} or fewer`);
      return undefined;
    }
    for (const { key, path: inner, keyNode, valueNode } of properties) {
      const name = checkText(setting.keyForm, key, JSON.stringify(key));
      if (name.ok) this.#readInto(values, key, valueNode, setting.each, inner);
      else this.#refuse(keyNode, inner, `this is not a ${setting.keyWord}`, `write ${setting.keyForm.words}`);
    }
    this.found.set(path, { value: values, source: this.#place(node) });
    return values;
  }

  #readList(
    node: Node,
    path: string,
    { maxItems, check }: { maxItems: number; check: (value: unknown, asWritten: string) => Verdict<string> },
  ): unknown {
    const items = node.type === 'array' ? (node.children ?? []) : undefined;
    if (items === undefined) {
      return this.#refuse(node, path, `${this.#written(node)} is not a list`, 'write it in [ and ]');
    }
    if (items.length > maxItems) {
      const wrong = `${items.length} items are above ${maxItems}`;
      return this.#refuse(node, path, wrong, `keep ${maxItems} or fewer`);
    }
    const values: string[] = [];
    const itemSources: string[] = [];
    for (const [index, item] of items.entries()) {
      const verdict = check(item.value, this.#written(item));
      if (!verdict.ok) this.#refuse(item, `${path}[${index}]`, verdict.wrong, verdict.fix);
      else if (values.includes(verdict.value)) {
        this.#refuse(item, `${path}[${index}]`, `${this.#written(item)} is listed twice`, 'keep one of the two');
      } else {
        values.push(verdict.value);
        itemSources.push(this.#place(item));
      }
    }
    this.found.set(path, { value: values, source: this.#place(node), itemSources });
    return values;
  }

  /** The complete properties with allowed names. Problems with the others are noted. */
  #properties(node: Node, path: string): readonly Property[] {
    if (node.type !== 'object') {
      const kind = path === '' ? 'a configuration' : 'a group of settings';
      this.#refuse(node, path, `${this.#written(node)} is not ${kind}`, 'write it in { and }');
      return [];
    }
    const first = new Map<string, Node>();
    const properties: Property[] = [];
    for (const { children: [keyNode, valueNode] = [] } of node.children ?? []) {
      if (keyNode === undefined || valueNode === undefined) continue;
      const key = String(keyNode.value);
      const inner = under(path, key);
      const earlier = first.get(key);
      if (key === '__proto__') this.#refuse(keyNode, inner, 'this name cannot be used', 'remove it');
      else if (earlier !== undefined) {
        this.#refuse(keyNode, inner, `it is already set at ${this.#place(earlier)}`, 'keep one of the two');
      } else properties.push({ key, path: inner, keyNode, valueNode });
      first.set(key, earlier ?? keyNode);
    }
    return properties;
  }

  #take(node: Node, path: string, verdict: Verdict): unknown {
    if (!verdict.ok) return this.#refuse(node, path, verdict.wrong, verdict.fix);
    this.found.set(path, { value: verdict.value, source: this.#place(node) });
    return verdict.value;
  }

  /** Comparing names takes time, so only problems that are listed get a hint. */
  #refuseUnknown(node: Node, key: string, section: Section, path: string): void {
    const inner = under(path, key);
    const isListed = this.problems.length < MAX_LISTED;
    const instead = isListed ? insteadOf(inner) : undefined;
    if (instead !== undefined) this.#refuse(node, inner, `it is no setting any more: ${instead}`, 'remove it');
    else this.#refuse(node, inner, 'there is no such setting', isListed ? hintFor(key, section, path) : 'remove it');
  }

  #refuse(node: Node, path: string, wrong: string, fix: string): undefined {
    this.refused.add(path);
    const where = this.#place(node);
    this.problems.push({ offset: node.offset, where, ...(path === '' ? {} : { setting: path }), wrong, fix });
  }

  #place(node: Node): string {
    return this.#file.placeOf(node.offset);
  }

  #written(node: Node): string {
    return excerpt(this.#file.text.slice(node.offset, node.offset + node.length));
  }
}

/** What holds instead of a setting that is gone; undefined if there never was one. A path of `limits` stands for the limit of a plugin, a tool or a rule too. */
const insteadOf = (path: string): string | undefined =>
  Object.entries<string>(removed).find(
    ([known]) => path === known || (known.startsWith('limits.') && path.endsWith(`.${known}`)),
  )?.[1];

/** The hint for an unknown name: a sibling with a similar name, else a setting or section elsewhere. */
function hintFor(key: string, section: Section, path: string): string {
  const [sibling] = nearest(key, Object.keys(section));
  if (sibling !== undefined) return `did you mean ${under(path, sibling)}?`;
  const [name] = ELSEWHERE.has(key) ? [key] : key.length < SHORT_NAME ? [] : nearest(key, ELSEWHERE.keys());
  if (name !== undefined) return `did you mean ${ELSEWHERE.get(name)}?`;
  return 'remove it; docs/configuration.md lists every setting';
}

/** A name shorter than this is the beginning of some setting by chance: `for` of `log.format`. */
const SHORT_NAME = 4;

/** Last word of a path → the path: `memoryMb` → `limits.memoryMb`. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  [...SETTING_BY_PATH.keys(), ...Object.keys(SETTINGS_SECTION)].map((path) => [
    path.slice(path.lastIndexOf('.') + 1),
    path,
  ]),
);
