// title: A manifest that promises a tool the module does not have
// expects: refused
export const nothing = () => {};
