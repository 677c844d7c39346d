// Repairs the copy of the runner's image that this process has made, if it is damaged while runners need it: by a program that cleans the temporary
// folder, or by a disk. Front process and command line, main thread.

import { cpSync, lstatSync, mkdirSync } from 'node:fs';
import type { RunnerImage } from '../control/launch/image/build.ts';
import { contentOf } from '../control/launch/image/content.ts';
import { letOthersRead } from '../control/launch/image/machine-files.ts';
import type { Notice } from '../shared/protocol/task.ts';

const OTHERS_MAY_WRITE = 0o022;

export interface ImageCareParts {
  readonly image: RunnerImage;
  /** Makes the image again, in another folder. */
  readonly makeAgain: () => Promise<RunnerImage>;
  readonly onNotice: (notice: Notice) => void;
}

/** Knows what the image was when the process began. Has no timer: its owner calls {@link look} if a runner does not start. */
export class ImageCare {
  readonly #parts: ImageCareParts;
  #looking: Promise<void> | undefined;

  constructor(parts: ImageCareParts) {
    this.#parts = parts;
  }

  /** Compares the image with what it was, and makes it again if it is not the same. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { image, onNotice } = this.#parts;
    if (isAsItWas(image)) return;
    const damaged = `the runner's image in ${image.folder} is damaged`;
    try {
      await this.#repair();
      onNotice({ level: 'warn', text: `${damaged}: it was made again. See that nothing cleans or fills that disk` });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onNotice({ level: 'error', text: `${damaged}, and cannot be made again (${why}): restart the server` });
    }
  }

  async #repair(): Promise<void> {
    const { image, makeAgain } = this.#parts;
    const fresh = await makeAgain();
    try {
      if (fresh.content !== image.content) throw new Error('the release on the disk is another one');
      makeOwn(image.folder);
      cpSync(fresh.folder, image.folder, { recursive: true });
      letOthersRead(image.folder);
      if (!isAsItWas(image)) throw new Error('something else writes there');
    } finally {
      fresh.remove();
    }
  }
}

const isAsItWas = ({ folder, content }: RunnerImage): boolean => {
  try {
    return contentOf(folder) === content;
  } catch {
    return false;
  }
};

/** Makes the folder if it is gone. Another user may have made one of that name meanwhile, in which no code may lie that runs here. */
const makeOwn = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const isOthers = process.getuid !== undefined && stats.uid !== process.getuid();
  if (!stats.isDirectory() || isOthers || (stats.mode & OTHERS_MAY_WRITE) !== 0)
    throw new Error("the folder is not this user's own any more");
};
