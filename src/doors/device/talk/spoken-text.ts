const longestAnswer = 1_500;
const longestSentence = 300;

/** An answer in sentences that can be spoken: its marks are for eyes. */
export function spokenSentences(markdown: string): string[] {
  const plain = markdown
    .replace(/```[^]*?```/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, ' ') // the line below the head of a table
    .replace(/^\s*(?:[-*+]|#{1,6}|\d+\.|>)\s+/gm, '')
    .replace(/[*_`#]+/g, '')
    .replace(/\s*\|\s*/g, ', ')
    .replace(/\n+/g, '\n');
  const whole = plain.length <= longestAnswer ? plain : `${plain.slice(0, longestAnswer - 1)}…`;
  return whole
    .split(/(?<=[.!?…])\s+|\n/)
    .flatMap(
      (sentence) => sentence.match(new RegExp(`.{1,${longestSentence}}(?=\\s|$)|.{1,${longestSentence}}`, 'gu')) ?? [],
    )
    .map((sentence) => sentence.replace(/^[\s,]+|[\s,]+$/g, '').replace(/\s+/g, ' '))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
