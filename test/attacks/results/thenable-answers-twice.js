// title: A thenable that resolves, resolves again and rejects
// expects: ok
// result: "first"
export function attack() {
  return {
    then(resolve, reject) {
      resolve('first');
      resolve('second');
      reject(new Error('third'));
      setTimeout(() => resolve('fourth'), 1);
    },
  };
}
