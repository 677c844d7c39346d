// Finds the class of a view of a buffer by its internal slots, which a plugin cannot forge. Runs inside the isolate.

/** The class of a view. `length` counts elements; for a DataView, bytes. */
export type ViewType = new (buffer: ArrayBuffer, byteOffset: number, length: number) => ArrayBufferView;

const TypedArray = Object.getPrototypeOf(Uint8Array) as { readonly prototype: object };
const nameOf = Object.getOwnPropertyDescriptor(TypedArray.prototype, Symbol.toStringTag)?.get as () =>
  | string
  | undefined;
const TYPES: readonly unknown[] = [
  ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array],
  ...[Float16Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array],
];
const types = new Map((TYPES as readonly (ViewType & { readonly name: string })[]).map((type) => [type.name, type]));
const { apply } = Reflect;

export const viewTypeOf = (view: ArrayBufferView): ViewType => types.get(apply(nameOf, view, []) as string) ?? DataView;
