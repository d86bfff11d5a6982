// oxlint-disable-next-line typescript/no-explicit-any -- each function has arguments of its own
type Functions<Needs> = Record<string, (needs: Needs, ...given: any[]) => unknown>;

type Bound<Needs, Own extends Functions<Needs>> = {
  [Name in keyof Own]: Own[Name] extends (needs: Needs, ...given: infer Given) => infer Result
    ? (...given: Given) => Result
    : never;
};

/** Functions that take their needs first, as methods of something that has them. */
export function bound<Needs, Own extends Functions<Needs>>(needs: Needs, functions: Own): Bound<Needs, Own> {
  const methods = Object.entries(functions).map(([name, own]) => [name, (...given: unknown[]) => own(needs, ...given)]);
  return Object.fromEntries(methods) as Bound<Needs, Own>;
}
