// The tools of this plugin. Each call runs in fresh state, without files and without Node. A tool that needs more asks for it in plugin.json.

const MOST_CHARACTERS = 100_000;

/**
 * @param {{ text: string }} args
 * @returns {{ words: number, characters: number }}
 */
export function exampleTool({ text }) {
  // The server may not have checked the arguments. A language model reads the error: say what would be right.
  if (typeof text !== 'string') throw new TypeError('"text" must be a string, for instance "To be or not to be".');
  if (text.length > MOST_CHARACTERS) throw new RangeError(`"text" may have at most ${MOST_CHARACTERS} characters.`);
  return { words: wordsIn(text), characters: charactersIn(text) };
}

const wordsIn = (text) => {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).length;
};

/** Counts characters as people see them: an emoji or an accented letter is one. */
const charactersIn = (text) => [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
