/** Characters that a person does not see and a model or a terminal obeys: bidi, zero-width, tags, escapes, controls. */
export function hiddenCharacters(text: string): string | undefined {
  const hidden = hiddenCharacter.exec(text)?.[0];
  return hidden === undefined ? undefined : `U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}

// Controls but for tab and line feed, format characters (bidi, zero-width, tags), private use, halves of characters, blank letters.
const hiddenCharacter = /(?![\t\n])\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|[\u{e0100}-\u{e01ef}]|[\u115f\u1160\u3164\uffa0]/u;

// Text that speaks to a model rather than about a tool, in English and Portuguese.
const instructions = [
  /\b(?:ignore|disregard|forget)\b.{0,30}\b(?:previous|prior|above|earlier|other)\b.{0,30}\b(?:instructions?|rules?|prompts?|tools?)\b/i,
  /\b(?:ignore|desconsidere|esque[cç]a)\b.{0,30}\b(?:instru[cç][oõ]es|regras)\b/i,
  /\b(?:do not|don't|never)\b.{0,20}\b(?:tell|mention|inform|show|reveal)\b.{0,40}\b(?:users?|humans?|anyone)\b/i,
  /\bn[aã]o\b.{0,20}\b(?:conte|mencione|informe|mostre)\b.{0,40}\b(?:usu[aá]rio|pessoa)\b/i,
  /<\s*\/?\s*(?:important|system|secret|instructions?|assistant)\s*>/i,
  /\b(?:system prompt|hidden instructions?|you are now|new instructions)\b/i,
  /\b(?:send|forward|upload|post|exfiltrate|include)\b.{0,60}\b(?:contents? of|conversation|chat history|api keys?|credentials?|passwords?)\b/i,
  /(?:~\/\.(?:ssh|aws|config|cursor)|\bid_rsa\b|\/etc\/(?:passwd|shadow)|\.env\b)/i,
  /\bbefore (?:using|calling|you (?:use|call)) (?:this|any other|other)\b.{0,80}\b(?:you must|read|send|call)\b/i,
];

export function instructionIn(text: string): string | undefined {
  return firstMatch(instructions, text);
}

const secrets = [
  /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_\w]{16,}/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}\b/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\bAIza[0-9A-Za-z_-]{35}\b/,
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  /\bsigec_[a-z0-9]{6,}_[A-Za-z0-9_-]{30,}/,
  /\b(?:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|redis|amqp):\/\/[^\s:@/]+:[^\s@/]{3,}@/i,
  /\b(?:password|passwd|senha|secret|api_?key)\s*[:=]\s*["']?[^\s"'<>{}]{8,}/i,
];

export function secretIn(text: string): string | undefined {
  const match = firstMatch(secrets, text);
  return match === undefined ? undefined : `${match.slice(0, 8)}…`; // enough to find it, not to use it
}

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text)?.[0];
    if (match !== undefined) return match;
  }
  return undefined;
}
