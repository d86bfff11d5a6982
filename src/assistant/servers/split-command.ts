import { SigecError } from '#base/errors.ts';

/** A command line as a person writes it: words, quotes and backslashes, and nothing else that a shell would do. */
export function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === '\\' && quote === '"' && /["\\]/.test(line.charAt(at + 1))) word += line.charAt((at += 1));
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && /[\s"'\\]/.test(line.charAt(at + 1))) word = (word ?? '') + line.charAt((at += 1));
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) throw new SigecError('INVALID_INPUT', `a quote (${quote}) is opened and not closed`);
  if (word !== undefined) words.push(word);
  return words;
}
