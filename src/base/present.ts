/** The fields that have a value: OCPP's schemas know neither null nor undefined. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  ) as Present<Fields>;
}

type Absent = null | undefined;
type Present<Fields> = {
  [Name in keyof Fields as Extract<Fields[Name], Absent> extends never ? Name : never]: Fields[Name];
} & {
  [Name in keyof Fields as Extract<Fields[Name], Absent> extends never ? never : Name]?: Exclude<Fields[Name], Absent>;
};
