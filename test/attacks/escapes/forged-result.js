// title: Promise machinery replaced in order to answer in the host's place
// expects: invalid_result, tool_error
// output: {"type": "number"}
export function attack() {
  const { then } = Promise.prototype;
  const forge = (code) => (typeof code === 'function' ? () => code('forged') : code);
  Reflect.set(Promise.prototype, 'then', function (done, failed) {
    return Reflect.apply(then, this, [forge(done), forge(failed)]);
  });
  Reflect.set(Promise.prototype, 'catch', function (failed) {
    failed('forged');
    return this;
  });
  Reflect.set(Promise, 'resolve', () => ({ then: (done) => done('forged') }));
  Reflect.set(JSON, 'stringify', () => '1');
  queueMicrotask(() => {
    throw new Error('noticed');
  });
  return Promise.prototype.then.call(Promise.reject(1), undefined, () => 'forged');
}
