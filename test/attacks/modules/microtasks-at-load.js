// title: A module that leaves an endless chain of microtasks behind
// expects: refused
const again = () => Promise.resolve().then(again);
again();
export function attack() {}
