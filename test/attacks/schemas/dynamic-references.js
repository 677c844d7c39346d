// title: References that are resolved while a value is checked
// expects: refused
// output: {"$dynamicRef": "#node", "$defs": {"node": {"$dynamicAnchor": "node", "type": "object"}}}
export function attack() {
  return {};
}
