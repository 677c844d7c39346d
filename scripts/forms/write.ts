// `npm run forms`: compiles the checks of the server's input from the schemas, and writes them. A test fails if they are out of date.

import { writeFileSync } from 'node:fs';
import { FORMS_FILE, formsText } from './forms.ts';

writeFileSync(FORMS_FILE, await formsText());
