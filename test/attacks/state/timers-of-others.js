// title: Calls at the same time that clear every timer but their own
// expects: ok
// result: "woke"
// calls: 6
// together: yes
export async function attack() {
  let mine = 0;
  const waking = new Promise((resolve) => {
    mine = setTimeout(resolve, 100, 'woke');
  });
  for (let id = 0; id < 300; id += 1) if (id !== mine) clearTimeout(id);
  return waking;
}
