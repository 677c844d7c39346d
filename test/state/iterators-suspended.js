// title: Iterators of shared and module arrays are left halfway
const list = [1, 2, 3];
const walking = list.values();
const helper = Iterator.from(list).map((value) => value * 2);
export const leave = () => [walking.next().value, helper.next().value, [][Symbol.iterator]().next()];
export const find = () => [walking.next().value, helper.next().value];
