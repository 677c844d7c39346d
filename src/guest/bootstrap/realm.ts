// What kind of realm this is: an isolate of one call's own, or frozen and entered by many. Runs inside the isolate.

/** Many calls enter this realm, one after the other. */
export let isShared = false;

/** Tells whether a shared realm is still what it was: a call may have bent what is not frozen. */
export let isUnchanged: () => boolean = () => true;

/** Says that the realm is shared; before anything is made in it. */
export function share(): void {
  isShared = true;
}

/** Says how to tell that the realm has been changed; once it is frozen. */
export function watch(isStillUnchanged: () => boolean): void {
  isUnchanged = isStillUnchanged;
}
