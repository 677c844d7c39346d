// A thread in place of the one that reads maps: takes as many milliseconds as its first place has lines, and answers with how many tasks it has had.

import { setTimeout } from 'node:timers/promises';
import type { MapAnswer, MapTask } from '../../../src/server/sources/map-thread.ts';

let tasks = 0;

export default async ({ places }: MapTask): Promise<MapAnswer> => {
  tasks += 1;
  await setTimeout(places[0]?.line);
  return places.map(({ file }) => (file === 'made-up.js' ? null : String(tasks)));
};
