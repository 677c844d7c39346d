// A second thread of a side pool in tests: another file is another kind of work.

import sideTask from './side-task.ts';

export default sideTask;
