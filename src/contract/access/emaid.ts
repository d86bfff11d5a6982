/** Country, provider and contract of an e-mobility account (ISO 15118-2 annex H): 14 characters, hyphens and a check digit as one likes. */
const written = /^([A-Z]{2})-?([A-Z0-9]{3})-?([A-Z0-9]{9})(?:-?[A-Z0-9])?$/i;

/** One way to write an eMAID: capitals, without hyphens and without the check digit. What is none stays, but for hyphens and case. */
export function plainEmaid(text: string): string {
  const parts = written.exec(text.trim());
  return parts === null ? text.replaceAll('-', '').toUpperCase() : parts.slice(1).join('').toUpperCase();
}

export function isEmaid(text: string): boolean {
  return written.test(text.trim());
}
