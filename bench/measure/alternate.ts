// Visits processes in turn (A B A B …) while the others are stopped, so that disturbances of the machine affect all of them alike.

import type { LoadOptions } from '../load/load.ts';
import type { PeerProcess } from './peer-process.ts';
import { type Visit, visitWith } from './rounds.ts';

export interface AlternateOptions {
  readonly load: Omit<LoadOptions, 'url'>;
  /** Body of a call that is sent before each visit, to wake the process. */
  readonly body: string;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
}

/** The visits of each process, one per round. An additional round before them warms up. All processes are stopped (frozen) at the end. */
export const alternate = async <Processes extends readonly PeerProcess[]>(
  processes: Processes,
  { load, body, rounds, onRound }: AlternateOptions,
): Promise<{ readonly [At in keyof Processes]: Visit[] }> => {
  const visits: Visit[][] = processes.map(() => []);
  for (const process of processes) await process.freeze();
  for (let round = 0; round <= rounds; round += 1) {
    onRound(round);
    for (const [at, process] of processes.entries()) {
      process.thaw();
      await process.post(body);
      const visit = await visitWith(process, load);
      if (round > 0) visits[at]?.push(visit);
      await process.freeze();
    }
  }
  return visits as { [At in keyof Processes]: Visit[] };
};
