/** Partners write times with offsets, nine digits or no zone at all; OCPI means UTC where none is named. Undefined: it is no time. */
export function readTime(text: unknown): Date | undefined {
  if (typeof text !== 'string') return undefined;
  const [, day, clock, fraction = '', zone] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(text.trim()) ?? [];
  if (day === undefined || clock === undefined) return undefined;
  const seconds = clock.length === 5 ? `${clock}:00` : clock;
  const offset = zone === undefined ? 'Z' : zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = new Date(`${day}T${seconds}${fraction.slice(0, 4)}${offset}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
