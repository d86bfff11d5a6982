const names = '(idTag|parentIdTag|idToken|additionalIdToken)';
/** Fields whose value is a driver's token, in every OCPP version; an object under the same name is entered, not matched. */
const tokenField = new RegExp(`"${names}"\\s*:\\s*(?:"((?:[^"\\\\]|\\\\.)*)(?:"|$)|(-?\\d[\\w.+-]*))`, 'gi');
/** The same inside a text that holds JSON itself, as vendors send it in DataTransfer. */
const nestedField = new RegExp(`(\\\\+")${names}\\\\+"\\s*:\\s*(?:\\\\+"([^"\\\\]*)|(-?\\d[\\w.+-]*))`, 'gi');

/**
 * A frame as the recorder may keep it: a driver's token appears only as its keyed hash, in broken JSON too.
 * Working on the text keeps everything else of the frame byte for byte as it came.
 */
export function redactTokens(frame: string, hashToken: (token: string) => string): string {
  const text = frame.includes('\\u') ? unescaped(frame) : frame; // a name or token may be spelled with escapes
  return text
    .replace(tokenField, (_match, field: string, token: string | undefined, number: string | undefined) => {
      return `"${field}":"${hashToken(number ?? readEscapes(token ?? ''))}"`;
    })
    .replace(
      nestedField,
      (_match, quote: string, field: string, token: string | undefined, number: string | undefined) => {
        const end = number === undefined ? '' : quote;
        return `${quote}${field}${quote}:${quote}${hashToken(number ?? token ?? '')}${end}`;
      },
    );
}

function unescaped(frame: string): string {
  try {
    return JSON.stringify(JSON.parse(frame));
  } catch {
    return frame.replace(/\\u([0-9a-f]{4})/gi, (_match, hex: string) => printable(Number.parseInt(hex, 16)));
  }
}

function printable(code: number): string {
  return code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c ? String.fromCharCode(code) : '\uFFFD';
}

function readEscapes(token: string): string {
  try {
    return String(JSON.parse(`"${token}"`));
  } catch {
    return token;
  }
}
