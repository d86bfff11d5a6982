/** A command's input as it may be written down: what is secret was sent and is not kept. */
export function keptInput(input: Record<string, unknown>, secrets: readonly string[] = []): Record<string, unknown> {
  return secrets.reduce((kept, path) => without(kept, path.split('.')), input);
}

function without(input: Record<string, unknown>, [field = '', ...deeper]: string[]): Record<string, unknown> {
  const value = input[field];
  if (value === undefined) return input;
  if (deeper.length === 0) return { ...input, [field]: '(not kept)' };
  return { ...input, [field]: without(value as Record<string, unknown>, deeper) };
}
