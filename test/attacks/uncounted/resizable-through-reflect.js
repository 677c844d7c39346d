// title: A resizable buffer through Reflect.construct and foreign targets
// expects: ok
// result: false
export function attack() {
  const asked = [0, { maxByteLength: 2 ** 30 }];
  const targets = [ArrayBuffer, class {}, Uint8Array, Object, function plain() {}, new Proxy(ArrayBuffer, {})];
  return targets.some((target) => {
    const buffer = Reflect.construct(ArrayBuffer, asked, target);
    const grown = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'resize')?.value;
    if (grown) Reflect.apply(grown, buffer, [2 ** 30]);
    return buffer.maxByteLength > 0 || Reflect.get(ArrayBuffer.prototype, 'byteLength', buffer) > 0;
  });
}
