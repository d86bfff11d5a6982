/** What a tool of a device takes. The firmware knows these three and nothing else: no lists, no objects, no choices. */
export type Property =
  | { type: 'boolean'; default?: boolean }
  | { type: 'integer'; minimum?: number; maximum?: number; default?: number }
  | { type: 'string'; default?: string };

export type Properties = Readonly<Record<string, Property>>;
export type Value = boolean | number | string;
export type Values = Readonly<Record<string, Value>>;

export function schemaOf(properties: Properties): Record<string, unknown> {
  const required = Object.entries(properties).flatMap(([name, property]) =>
    property.default === undefined ? [name] : [],
  );
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/**
 * Reads arguments as laxly as the firmware does: what is not asked for is ignored, a wrong type falls back to the default
 * without a word, a fraction is cut off. What it does refuse, it refuses with the sentence that is thrown here.
 */
export function readArguments(properties: Properties, given: Readonly<Record<string, unknown>>): Values {
  const values: Record<string, Value> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = readValue(property, given[name]) ?? property.default;
    if (value === undefined) throw new Error(`Missing valid argument: ${name}`);
    values[name] = value;
  }
  return values;
}

function readValue(property: Property, given: unknown): Value | undefined {
  if (property.type !== 'integer') return typeof given === property.type ? (given as Value) : undefined;
  if (typeof given !== 'number') return undefined;
  const value = int32(given);
  const { minimum, maximum } = property;
  if (minimum !== undefined && value < minimum) throw new Error(`Value is below minimum allowed: ${minimum}`);
  if (maximum !== undefined && value > maximum) throw new Error(`Value exceeds maximum allowed: ${maximum}`);
  return value;
}

/** As a JSON reader in C hands out a number: cut to a whole one that fits 32 bits. */
export function int32(number: number): number {
  return Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(number)));
}
