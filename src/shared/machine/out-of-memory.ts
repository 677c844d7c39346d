// Which process the kernel ends if memory runs out. Any process.

/**
 * A command of a shell: this process, and all that it becomes or starts, are ended before any other, because each of them can be started again and
 * the server cannot. The kernel otherwise takes the largest process, which is the server. Needs no right, and does nothing on a system without it.
 */
export const FIRST_TO_GO = '{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null';
