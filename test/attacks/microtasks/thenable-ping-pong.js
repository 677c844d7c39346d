// title: A thenable that resolves with a new thenable each time it is asked
// expects: exceeded_cpu
const next = () => ({
  then(resolve) {
    resolve(next());
  },
});
export async function attack() {
  return next();
}
