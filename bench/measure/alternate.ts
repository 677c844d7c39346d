// Visits processes in turn (A B A B …), each while the others stand still, so that what the machine does meanwhile meets all of them.

import type { LoadOptions } from '../load/load.ts';
import type { PeerProcess } from './peer-process.ts';
import { type Visit, visitWith } from './rounds.ts';

export interface AlternateOptions {
  readonly load: Omit<LoadOptions, 'url'>;
  /** Sent once before each visit, to wake what went to sleep. */
  readonly body: string;
  readonly rounds: number;
  readonly onRound: (round: number) => void;
}

/** The visits of each process, one for each round; a round before them warms up. The processes stand still in the end. */
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
