// The tools of this plugin. Each call runs in fresh state, without files and without Node. A tool that needs more asks for it in plugin.json.

/**
 * The server has checked the arguments against the input schema.
 *
 * @param {{ text: string }} args
 * @returns {{ words: number, characters: number }}
 */
export function exampleTool({ text }) {
  return { words: wordsIn(text), characters: charactersIn(text) };
}

const wordsIn = (text) => {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
};

/** Counts characters as people see them: an emoji or an accented letter is one. */
const charactersIn = (text) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
