// `npm run forms`: writes the checks of what the server reads, made from their schemas. A test says when they are out of date.

import { writeFileSync } from 'node:fs';
import { FORMS_FILE, formsText } from './forms.ts';

writeFileSync(FORMS_FILE, await formsText());
