// title: A search for a missing property along a prototype chain of a hundred thousand objects
// expects: ok, exceeded_cpu, exceeded_memory
// result: "undefined"
export function attack() {
  let object = {};
  for (let i = 0; i < 100_000; i += 1) object = Object.create(object);
  return typeof object.missing;
}
