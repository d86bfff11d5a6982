/** What a tool takes: a boolean, a whole number within its range, or a text. With a default it may be left out. */
export type Property<Value> = {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly default: Value | undefined;
  /** Undefined: not a value of this property. */
  read(given: unknown): Value | undefined;
  /** Ends the sentence "… has to be". */
  readonly accepts: string;
};

// A tool's properties are of several types at once, and each keeps its own.
export type Properties = Readonly<Record<string, Property<boolean> | Property<number> | Property<string>>>;
export type ValuesOf<Given extends Properties> = {
  [Name in keyof Given]: Given[Name] extends Property<infer Value> ? Value : never;
};

export function boolean(standard?: boolean): Property<boolean> {
  return {
    schema: { type: 'boolean', ...withDefault(standard) },
    default: standard,
    read: (given) => (typeof given === 'boolean' ? given : undefined),
    accepts: 'true or false',
  };
}

export function integer(minimum: number, maximum: number, standard?: number): Property<number> {
  const isWithin = (value: number) => Number.isSafeInteger(value) && value >= minimum && value <= maximum;
  if (!Number.isSafeInteger(minimum) || !Number.isSafeInteger(maximum) || minimum > maximum)
    throw new RangeError(`integer(${minimum}, ${maximum}) is no range: give two whole numbers, the smaller one first.`);
  if (standard !== undefined && !isWithin(standard))
    throw new RangeError(`The default ${standard} is not within ${minimum} to ${maximum}.`);
  return {
    schema: { type: 'integer', minimum, maximum, ...withDefault(standard) },
    default: standard,
    read: (given) => (typeof given === 'number' && isWithin(given) ? given : undefined),
    accepts: `a whole number from ${minimum} to ${maximum}`,
  };
}

export function string(standard?: string): Property<string> {
  return {
    schema: { type: 'string', ...withDefault(standard) },
    default: standard,
    read: (given) => (typeof given === 'string' ? given : undefined),
    accepts: 'a text',
  };
}

function withDefault(standard: unknown) {
  return standard === undefined ? {} : { default: standard };
}
