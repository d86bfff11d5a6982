/** `<thinking>` is what our prompts ask for, `<think>` what some models write on their own, in whatever letters. */
const names = ['thinking', 'think'];
const maxAttributes = 60;
const mark = new RegExp(`<(/?)(${names.join('|')})(?:\\s[^<>]{0,${maxAttributes}})?>`, 'i');

/** Takes what stands between <thinking> and </thinking> out of a text that comes in pieces, wherever the pieces are cut. */
export class ThinkingFilter {
  private held = '';
  private open: string | undefined;
  /** What stood behind a thought that the step before left open; undefined: none was. */
  private carried: string | undefined;

  /** `open`: a thought that the step before left open, which may go on here. */
  constructor(open?: string) {
    this.open = open;
    if (open !== undefined) this.carried = '';
  }

  /** Its thought was never ended: a call came in between. */
  get leftOpen(): string | undefined {
    return this.open;
  }

  push(piece: string): string {
    this.held += piece;
    let shown = '';
    for (let found = mark.exec(this.held); found !== null; found = mark.exec(this.held)) {
      const [whole, slash, name = ''] = found;
      shown += this.pass(this.held.slice(0, found.index));
      this.held = this.held.slice(found.index + whole.length);
      if (this.open === undefined && slash === '') this.open = name.toLowerCase();
      else if (this.open === name.toLowerCase() && slash === '/') {
        this.open = undefined;
        this.carried = undefined;
      }
    }
    // The end of what is held may be the beginning of a mark.
    const kept = startOfMark(this.held);
    shown += this.pass(this.held.slice(0, this.held.length - kept));
    this.held = this.held.slice(this.held.length - kept);
    return shown;
  }

  /** A thought that went on from the step before and never ended was none: a model that is called again may begin anew. */
  end(): string {
    const rest = this.pass(this.held);
    this.held = '';
    if (this.carried === undefined) return rest;
    const text = this.carried;
    this.carried = undefined;
    this.open = undefined;
    return text;
  }

  private pass(text: string): string {
    if (this.open === undefined) return text;
    if (this.carried !== undefined) this.carried += text;
    return '';
  }
}

/** How many characters at the end of a text could begin a mark. */
function startOfMark(text: string): number {
  const at = text.lastIndexOf('<');
  const [, word = '', rest = ''] = /^<\/?([a-z]*)(.*)$/is.exec(text.slice(Math.max(at, 0))) ?? [];
  if (at < 0 || rest.includes('>') || rest.length > maxAttributes + 1) return 0;
  const begun = word.toLowerCase();
  const isBegun =
    rest === '' ? names.some((name) => name.startsWith(begun)) : names.includes(begun) && /^\s/.test(rest);
  return isBegun ? text.length - at : 0;
}
