/**
 * What a station, device, driver or partner wrote, made fit to be shown to a model or a terminal: one line of visible
 * characters with a bounded length. It stays data: it goes into typed fields, never into a sentence of ours.
 */
export function untrustedText(text: string, maxLength = 64): string {
  const visible = text
    .replace(terminalSequence, '')
    .replace(/\p{White_Space}/gu, ' ')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(/ {2,}/g, ' ')
    .trim();
  return visible.length <= maxLength ? visible : `${start(visible, maxLength - 1).trimEnd()}…`;
}

/** The same for a text that may be missing; what is empty after cleaning counts as missing. */
export function untrustedTextIfAny(text: string | null, maxLength?: number): string | undefined {
  return text === null ? undefined : untrustedText(text, maxLength) || undefined;
}

/** The first characters of a text, without half a surrogate pair at the end. */
function start(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}

// Colours and cursor moves (CSI), titles and links (OSC and its relatives), and the short escapes, with their parameters;
// in their seven-bit and eight-bit spelling.
const terminalSequence =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]/g;

// \p{C}: control, format (bidi, zero-width, tags), private use, unassigned, lone surrogates. Default-ignorable adds the
// variation selectors and the blank letters, with which text can be smuggled as well.
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
