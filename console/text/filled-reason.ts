/** The words of the catalogue for these, with the names that stand in them; as they are when it has none. */
export function filledReason(original: string, reasons: Readonly<Record<string, string>>): string {
  const exact = reasons[original];
  if (exact !== undefined) return exact;
  for (const [english, translated] of Object.entries(reasons)) {
    const values = english.includes('{') ? patternOf(english).exec(original)?.groups : undefined;
    if (values !== undefined) return translated.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  }
  return original;
}

function patternOf(template: string): RegExp {
  const parts = template.split(/\{(\w+)\}/); // words and names in turn
  const source = parts.map((part, index) =>
    index % 2 === 0 ? part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`) : `(?<${part}>.+)`,
  );
  return new RegExp(`^${source.join('')}$`, 'u');
}
