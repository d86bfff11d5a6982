import { type ReadableFrame, readableFrame } from './readable-frame.ts';

/** A cheap look at every frame; most name no driver and are kept as they are. */
const mayNameToken = /id[_-]?t(?:ag|oken)|\\u/i;
/** `idTag`, `parentIdTag`, `idToken`, `additionalIdToken`, `idTokens` and what vendors put before them, in any case and either quote. */
const tokenField = /id[_-]?t(?:ag|oken)s?["']\s*:\s*/gi;
const bareValue = /-?[\w.+-]+/y;
const betweenItems = /[\s,[]*/y;
const literals = new Set(['null', 'true', 'false']);

/** No message names more people than this; a frame that does is not worth a keyed hash for each. */
const maxHashed = 100;
const oneOfMany = 'tok_one-of-many';

type Token = { from: number; to: number; text: string };

/**
 * A frame as the recorder may keep it: a driver's token appears only as its keyed hash, in broken JSON too, and in JSON that
 * vendors put inside a text. Only tokens are replaced; everything else stays byte for byte as it came. Takes linear time.
 */
export function redactTokens(frame: string, hash: (token: string) => string): string {
  if (!mayNameToken.test(frame)) return frame;
  const readable = readableFrame(frame);
  let hashed = 0;
  const hashToken = (token: string) => {
    hashed += 1;
    return hashed > maxHashed ? oneOfMany : hash(token);
  };
  let kept = '';
  let position = 0;
  for (const { from, to, text } of tokensIn(readable, hashToken)) {
    kept += frame.slice(position, from) + text;
    position = to;
  }
  return kept + frame.slice(position);
}

function* tokensIn(readable: ReadableFrame, hashToken: (token: string) => string): Generator<Token> {
  tokenField.lastIndex = 0;
  for (let field = tokenField.exec(readable.text); field !== null; field = tokenField.exec(readable.text)) {
    let at = tokenField.lastIndex;
    const quoteAt = field.index + field[0].search(/["']/);
    const isList = readable.text[at] === '[';
    for (;;) {
      if (isList) at = endOf(betweenItems, readable.text, at);
      const token = stringAt(readable, at, hashToken) ?? bareAt(readable, at, quoteAt, hashToken);
      if (token === undefined) break;
      yield token.token;
      at = token.end;
      if (!isList) break;
    }
    tokenField.lastIndex = at;
  }
}

type TokenMatch = { token: Token; end: number };

function stringAt(readable: ReadableFrame, at: number, hashToken: (token: string) => string): TokenMatch | undefined {
  const quote = readable.text[at];
  if (quote !== '"' && quote !== "'") return undefined;
  const depth = readable.depthOf(at);
  let end = readable.text.indexOf(quote, at + 1);
  while (end !== -1 && readable.isEscaped(end, depth)) end = readable.text.indexOf(quote, end + 1);
  const from = readable.after(at);
  const to = end === -1 ? readable.frame.length : readable.delimiterAt(end, at);
  const token = decoded(readable.frame.slice(from, to), depth);
  return { token: { from, to, text: hashToken(token) }, end: end === -1 ? readable.text.length : end + 1 };
}

/** A number, or a word that lacks its quotes; what replaces it is a text and gets the quotes that the name has. */
function bareAt(
  readable: ReadableFrame,
  at: number,
  quoteAt: number,
  hashToken: (token: string) => string,
): TokenMatch | undefined {
  const end = endOf(bareValue, readable.text, at);
  const value = readable.text.slice(at, end);
  if (value === '' || literals.has(value)) return undefined;
  const quote = readable.frame.slice(readable.before(quoteAt), readable.after(quoteAt));
  const token = { from: readable.before(at), to: readable.after(end - 1), text: `${quote}${hashToken(value)}${quote}` };
  return { token, end };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The token that its text stands for: inside a text that holds JSON, escapes are escaped once more. */
function decoded(token: string, depth: number): string {
  let text = token;
  for (let level = 0; level <= depth && text.includes('\\'); level += 1) {
    try {
      text = String(JSON.parse(`"${text}"`));
    } catch {
      return text; // broken JSON: what stands there is the token
    }
  }
  return text;
}
