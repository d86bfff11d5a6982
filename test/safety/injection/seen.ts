import { anyMark } from './payloads.ts';

/** Letters that cannot be seen, or that command what shows them; written down here without a look at the product's list. */
const unseen =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u;

/** What a stranger wrote is cut long before it fills a model's head. */
const maxCharacters = 500;

/** Everything that an agent got to read, and what was wrong about it. */
export class Seen {
  readonly problems = new Set<string>();
  /** What strangers wrote, and what we said: the model that obeys does not tell them apart. */
  readonly strangers = new Set<string>();
  readonly sentences = new Set<string>();
  ours = 0;
  strings = 0;
  marked = 0;

  /** A sentence, a name or a description of ours: nothing of a stranger's may stand in it. */
  sentence(place: string, text: string | undefined): void {
    if (text === undefined) return;
    this.ours += 1;
    this.sentences.add(text);
    if (anyMark.test(text)) this.problems.add(`${place}: a stranger's words in a sentence of ours: ${cut(text)}`);
    if (unseen.test(text.replaceAll('\n', ' '))) this.problems.add(`${place}: unseen characters in ${cut(text)}`);
  }

  /** Typed data: a stranger's words may stand there, cleaned; names of fields are ours unless the schema leaves them open. */
  data(place: string, value: unknown, field = ''): void {
    if (Array.isArray(value)) {
      for (const item of value) this.data(place, item, field);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) {
        this.string(`${place} (name of a field)`, name);
        this.data(place, item, name);
      }
    } else if (typeof value === 'string') {
      if (field === 'effect' || field === 'instructions') this.sentence(`${place} ${field}`, value);
      this.string(`${place} ${field}`, value);
    }
  }

  private string(place: string, text: string): void {
    this.strings += 1;
    if (unseen.test(text)) this.problems.add(`${place}: not cleaned: ${cut(text)}`);
    if (!anyMark.test(text)) return;
    this.marked += 1;
    this.strangers.add(text);
    if (text.length > maxCharacters)
      this.problems.add(`${place}: ${text.length} characters of a stranger: ${cut(text)}`);
  }
}

function cut(text: string): string {
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);
}
