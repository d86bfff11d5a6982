/** All that is ever shown of a token; of a short one less, so that the rest cannot be guessed. */
export function labelOf(value: string): string {
  const shown = Math.min(4, Math.floor(value.length / 2));
  return `…${value.slice(value.length - shown)}`;
}
