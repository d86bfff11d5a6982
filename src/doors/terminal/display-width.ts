const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** How many columns of a terminal a text takes: Chinese, Japanese and Korean letters and emoji take two. */
export function displayWidth(text: string): number {
  return isPlain(text) ? text.length : split(text).reduce((sum, letter) => sum + widthOf(letter), 0);
}

/** The text in at most that many columns; an ellipsis stands for what was cut. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let used = 1; // the ellipsis
  for (const letter of split(text)) {
    used += widthOf(letter);
    if (used > width) break;
    kept += letter;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

export function padToWidth(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function split(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function widthOf(letter: string): number {
  if (/^\p{M}+$/u.test(letter)) return 0;
  return wide.test(letter) ? 2 : 1;
}
