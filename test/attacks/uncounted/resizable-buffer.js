// title: A resizable buffer of a gigabyte, which no heap limit counts
// expects: ok
// result: {"bytes": 0, "resizable": false, "canResize": false}
export function attack() {
  const buffer = new ArrayBuffer(0, { maxByteLength: 2 ** 30 });
  return {
    bytes: buffer.maxByteLength ?? buffer.byteLength,
    resizable: buffer.resizable ?? false,
    canResize: 'resize' in buffer,
  };
}
