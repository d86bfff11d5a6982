/** What makes a frame worth a closer look: signed meter values, and contract certificates with the messages that carry them. */
const hint = /signedMeterData|SignedData|OCMF|T0NNRn|4f434d46|exiRe(?:quest|sponse)|BEGIN CERTIFICATE/i;
const hiddenFields = /^(signedMeterData|exiRequest|exiResponse)$/i;
/** A record of OCMF in the clear, in Base64 or in hexadecimal digits, whatever stands around it. */
const record = /OCMF\s*\||T0NNRn|4f434d467c/i;
/** JSON inside a text; a station of 1.6 shows contracts and their certificates in such. */
const signedField =
  /(?:signedMeterData|exiRe(?:quest|sponse))\\*["']\s*:|["']SignedData\\*["']|["']certificate\\*["']\s*:\s*\\*["']-----BEGIN/i;
const maxDepth = 40;

/**
 * A frame as the recorder may keep it: what a meter signed names the driver's token, in letters or in Base64, and a contract
 * certificate names the contract. They stand sealed in tables of their own; here it is said that they came. The rest stays as it was.
 */
export function hideSigned(frame: string): string {
  if (!hint.test(frame)) return frame;
  try {
    const read: unknown = JSON.parse(frame);
    const kept = withoutSigned(read, 0, isAboutPerson(read));
    return kept === read ? frame : JSON.stringify(kept);
  } catch {
    return hideRuns(frame);
  }
}

/** Text of a vendor, in which it may stand anywhere. */
export function hideSignedText(text: string): string {
  return record.test(text) || signedField.test(text) ? hidden(text) : text;
}

/** The same value where nothing was hidden in it. */
function withoutSigned(value: unknown, depth: number, isPersonal: boolean): unknown {
  if (typeof value === 'string') return hideSignedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > maxDepth) return '(hidden: too deep to look through)';
  if (Array.isArray(value)) {
    const kept = value.map((item) => withoutSigned(item, depth + 1, isPersonal));
    return kept.every((item, nth) => item === value[nth]) ? value : kept;
  }
  const isSignedValue = (value as { format?: unknown }).format === 'SignedData';
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    isHidden(name, { isSignedValue, isPersonal }) && typeof field === 'string'
      ? hidden(field)
      : withoutSigned(field, depth + 1, isPersonal),
  ]);
  const kept = Object.fromEntries(fields) as Record<string, unknown>;
  return Object.entries(value).every(([name, field]) => kept[name] === field) ? value : kept;
}

function isHidden(name: string, about: { isSignedValue: boolean; isPersonal: boolean }): boolean {
  if (hiddenFields.test(name)) return true;
  return (about.isSignedValue && name === 'value') || (about.isPersonal && name === 'certificate');
}

/** A vehicle that authorizes itself shows the certificate of its contract. */
function isAboutPerson(frame: unknown): boolean {
  return Array.isArray(frame) && frame[2] === 'Authorize';
}

/** Where something signed begins in a frame that is no JSON: the record itself, or the text of such a field. */
const anySigned = /OCMF\s*\||(?:signedMeterData|exiRequest|exiResponse)\\*["']\s*:\s*\\*["']/gi;
/** Where a value says that it is signed, and no longer which one: every text that is no number. */
const anyValue = /["']value\\*["']\s*:\s*\\*["'](?!-?[\d.]+\\*["'])/gi;

/** Of a broken frame the words are kept, and no text or long run in which something may be written. Takes linear time. */
function hideRuns(frame: string): string {
  const kept = hideTexts(frame, anySigned);
  return (/SignedData/i.test(frame) ? hideTexts(kept, anyValue) : kept).replace(/[A-Za-z0-9+/_=-]{40,}/g, hidden);
}

function hideTexts(frame: string, begin: RegExp): string {
  let kept = '';
  let position = 0;
  begin.lastIndex = 0;
  for (let found = begin.exec(frame); found !== null; found = begin.exec(frame)) {
    const end = endOfText(frame, begin.lastIndex);
    kept += frame.slice(position, begin.lastIndex) + hidden(frame.slice(begin.lastIndex, end));
    position = end;
    begin.lastIndex = end;
  }
  return kept + frame.slice(position);
}

/** Where the text around this place ends: at a quote that is none of its own, or with the line. */
function endOfText(frame: string, from: number): number {
  for (let at = from; at < frame.length; at += 1) {
    const sign = frame[at];
    if (sign === '"' || sign === '\n') return at;
    if (sign === '\\') at += 1;
  }
  return frame.length;
}

function hidden(text: string): string {
  return `(hidden: signed, ${text.length} characters)`;
}
