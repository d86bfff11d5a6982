/** `<thinking>` is what our prompts ask for, `<think>` what some models write on their own. */
const marks = [
  { opening: '<thinking>', closing: '</thinking>' },
  { opening: '<think>', closing: '</think>' },
] as const;
const openings = marks.map(({ opening }) => opening);

/** Takes what stands between <thinking> and </thinking> out of a text that comes in pieces, wherever the pieces are cut. */
export class ThinkingFilter {
  private held = '';
  private closing: string | undefined;

  push(piece: string): string {
    this.held += piece;
    let shown = '';
    for (;;) {
      const found = this.closing === undefined ? firstOf(openings, this.held) : firstOf([this.closing], this.held);
      if (found === undefined) break;
      if (this.closing === undefined) shown += this.held.slice(0, found.at);
      this.held = this.held.slice(found.at + found.mark.length);
      this.closing =
        this.closing === undefined ? marks.find(({ opening }) => opening === found.mark)?.closing : undefined;
    }
    // The end of what is held may be the beginning of a mark.
    const kept = startOf(this.closing === undefined ? openings : [this.closing], this.held);
    if (this.closing === undefined) shown += this.held.slice(0, this.held.length - kept);
    this.held = this.held.slice(this.held.length - kept);
    return shown;
  }

  end(): string {
    const rest = this.closing === undefined ? this.held : '';
    this.held = '';
    return rest;
  }
}

function firstOf(wanted: readonly string[], text: string): { mark: string; at: number } | undefined {
  return wanted
    .map((mark) => ({ mark, at: text.indexOf(mark) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)[0];
}

/** How many characters at the end of a text could begin one of the marks. */
function startOf(wanted: readonly string[], text: string): number {
  const longest = Math.max(...wanted.map(({ length }) => length)) - 1;
  for (let length = Math.min(longest, text.length); length > 0; length -= 1)
    if (wanted.some((mark) => mark.length > length && mark.startsWith(text.slice(-length)))) return length;
  return 0;
}
