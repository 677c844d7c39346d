// title: A dynamic import fails, and its error is kept
export const leave = async ({ secret }) => {
  try {
    const module = await import('data:text/javascript,export default 1');
    module.left = secret;
    return 'imported';
  } catch (error) {
    error.left = secret;
    return error.name;
  }
};
export const find = async () => {
  try {
    await import('data:text/javascript,export default 1');
    return 'imported';
  } catch (error) {
    return [error.left ?? null, error.name];
  }
};
