// title: No result at all
// expects: invalid_result
export function attack() {}
