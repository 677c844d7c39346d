// Describes a function or a class as Node's console does: `[Function: f]`, `[AsyncFunction (anonymous)]`, `[class B extends A]`. Runs inside the isolate.

const NAME_CHARACTERS = 200;
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const textOf = Function.prototype.toString;

const KINDS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [getPrototypeOf(async () => {}), 'AsyncFunction'],
  [getPrototypeOf(function* () {}), 'GeneratorFunction'],
  [getPrototypeOf(async function* () {}), 'AsyncGeneratorFunction'],
]);

/** Its own name, if that is a text. A getter or a method called `name` is not run. */
const nameOf = (value: object): string => {
  const name: unknown = getOwnPropertyDescriptor(value, 'name')?.value;
  if (typeof name !== 'string') return '';
  return name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS)}…` : name;
};

/** The text of a method may begin with the same word, as that of `class_() {}` does, but methods have no prototype. */
const isClass = (value: object): boolean =>
  textOf.call(value).startsWith('class') && getOwnPropertyDescriptor(value, 'prototype') !== undefined;

const classText = (value: object): string => {
  const above: unknown = getPrototypeOf(value);
  const nameAbove = typeof above === 'function' ? nameOf(above) : '';
  const heritage = above === null ? ' extends [null prototype]' : nameAbove === '' ? '' : ` extends ${nameAbove}`;
  return `[class ${nameOf(value) || '(anonymous)'}${heritage}]`;
};

/** A function or a class in words, without its members. Only the traps of a proxy run code of the plugin. */
export const functionText = (value: object): string => {
  if (isClass(value)) return classText(value);
  const above: unknown = getPrototypeOf(value);
  const name = nameOf(value);
  const kind = KINDS.get(above) ?? 'Function';
  return `[${kind}${above === null ? ' (null prototype)' : ''}${name === '' ? ' (anonymous)' : `: ${name}`}]`;
};
