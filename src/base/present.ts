/** The fields that have a value: OCPP's schemas know neither null nor undefined. */
export function present<Fields extends object>(fields: Fields): Without<Fields, null | undefined> {
  return without(fields, (value) => value === undefined || value === null);
}

/** The fields that were given; null is a value here. Spread over what is known, the others leave it as it was. */
export function defined<Fields extends object>(fields: Fields): Without<Fields, undefined> {
  return without(fields, (value) => value === undefined);
}

function without(fields: object, isAbsent: (value: unknown) => boolean): never {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isAbsent(value))) as never;
}

type Without<Fields, Absent> = {
  [Name in keyof Fields as Extract<Fields[Name], Absent> extends never ? Name : never]: Fields[Name];
} & {
  [Name in keyof Fields as Extract<Fields[Name], Absent> extends never ? never : Name]?: Exclude<Fields[Name], Absent>;
};
