// The requests of imported tools beside those of another client, for hundreds of arguments.

import { describeClientRequests } from './client-requests.ts';

describeClientRequests(400);
