// Turns the errors of the bundler into refusals: one for each fault of the author's own files, and one for each library that asks for Node.
// Runs on the author's machine.

import { resolve } from 'node:path';
import type { Message } from 'esbuild';
import { BundleRefused } from '../../catalog/model/refusal.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import type { BuildFailed, Entry } from './bundle-attempt.ts';
import { askedIn, explainAsking, explainFault } from './import-faults.ts';
import { importPlace } from './import-place.ts';
import { explainUnreadable } from './readable-files.ts';
import { plainName } from './source-names.ts';

/** More refusals than these add nothing new. */
const REPORTED_FAULTS = 20;

/** The first refusals, and how many more there are. */
const reported = (refusals: readonly Refusal[]): BundleRefused => {
  const left = refusals.length - REPORTED_FAULTS;
  const more = { where: './', reason: `${left} more faults are not shown`, hint: 'correct these first' };
  return new BundleRefused(left > 0 ? [...refusals.slice(0, REPORTED_FAULTS), more] : refusals);
};

/** The place of an error. If the bundler does not know the line, it is looked for. */
export const placeOf = ({ location, ...error }: Message, folder: string): string => {
  if (!location) return './';
  const path = resolve(folder, location.file);
  const file = plainName(path, folder);
  if (location.line > 0) return `${file}:${location.line}:${location.column + 1}`;
  const { module } = askedIn({ ...error, location }) ?? {};
  return module === undefined ? file : file + importPlace(path, module);
};

const refusalOf = (fault: Message, { folder, entryName }: Entry): Refusal => {
  const unreadable = explainUnreadable(fault);
  if (unreadable) return { where: fault.location ? placeOf(fault, folder) : entryName, ...unreadable };
  return { where: placeOf(fault, folder), ...explainFault(fault) };
};

/** Every reason of a failed build. */
export const refusalOfBuild = ({ errors, graph }: BuildFailed, entry: Entry): BundleRefused => {
  const byLibrary = Map.groupBy(errors, (fault) => askedIn(fault)?.library);
  const refusals = [...byLibrary].flatMap(([library, [first, ...others]]) => {
    if (first === undefined) return [];
    const faults = [first, ...others];
    if (library === undefined) return faults.map((fault) => refusalOf(fault, entry));
    const modules = faults.map((fault) => askedIn(fault)?.module ?? '');
    const asking = explainAsking([...new Set(modules)], [entry.entryName, ...graph.chainTo(library)]);
    return [{ where: placeOf(first, entry.folder), ...asking }];
  });
  return reported(refusals);
};
