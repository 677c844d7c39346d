// `npm run picture`: draws docs/tour.svg anew. A test says when it is out of date.

import { writeFileSync } from 'node:fs';
import { draw, PICTURE_FILE } from './draw.ts';
import { record } from './record.ts';

writeFileSync(PICTURE_FILE, draw(await record()));
