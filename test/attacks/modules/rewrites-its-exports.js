// title: A module that replaces the machinery its own exports are collected with
// expects: ok, refused
Object.defineProperty = () => ({});
Object.getOwnPropertyNames = () => ['attack', 'attack'];
Function.prototype.call = () => true;
export const attack = () => 'collected';
