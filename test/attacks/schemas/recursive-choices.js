// title: A recursive schema that tries three ways on every level
// expects: exceeded_cpu
// output: {"$ref": "#/$defs/node", "$defs": {"node": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/node"}, {"$ref": "#/$defs/node"}, {"$ref": "#/$defs/node"}]}}}}
export function attack() {
  let nested = 1;
  for (let i = 0; i < 40; i += 1) nested = [nested];
  return nested;
}
