/** A tool that the model asks for. As a string, arguments go over the wire as they are, whole or not. */
export type ModelCall = { id: string; name: string; arguments: Record<string, unknown> | string };

/** What a model says at one step, whoever's words it is put in. */
export type ModelWords = {
  /** What it thought before; a provider that gives it out wants it back. */
  reasoning?: string;
  /** In pieces, as they are streamed. */
  text?: readonly string[];
  calls?: readonly ModelCall[];
  /** It has said as much as it may. */
  isCut?: boolean;
};

export type RefusalKind = 'key' | 'model' | 'rate' | 'used-up' | 'too-long' | 'busy';

export type Refusal = { status: number; body: object };

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: ModelCall[] }
  | { role: 'tool'; callId: string; text: string };

/** What the model was asked, read from the wire. */
export type ModelRequest = {
  system: string;
  messages: ModelMessage[];
  tools: { name: string; description: string; schema: Record<string, unknown> }[];
};

/** The frames of a streamed answer; the pieces of the text apart, so that one can wait between them. */
export type Frames = { head: string[]; pieces: string[]; tail: string[] };

/** How one provider is spoken to, written down from its own documents and apart from the library that does it. */
export type Wire = {
  path: string;
  /** The header that carries the key. */
  key: [name: string, valueOf: (key: string) => string];
  /** Throws what the provider would refuse with status 400. */
  read(body: Record<string, unknown>): ModelRequest;
  frames(words: ModelWords, usage: { input: number; output: number }): Frames;
  /** Without `used-up`: it says the same when too much was asked in a minute. */
  refusals: Record<Exclude<RefusalKind, 'used-up'>, Refusal> & { 'used-up'?: Refusal };
};

export const model = 'm-large';

export function textOfCall({ arguments: given }: ModelCall): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

/** One server-sent event. */
export function event(data: object, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Cuts a text in two, as arguments are streamed. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

export type Json = Record<string, unknown>;

export function listOf(value: unknown): Json[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new Error(`a list was expected, not ${JSON.stringify(value)}`);
  return value as Json[];
}

/** The text of a content that is a text, or a list of parts that have one. */
export function wordsOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
