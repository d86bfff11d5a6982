/** A text, or a function that makes one, in English and in Portuguese. */
export type Pair = readonly [en: unknown, pt: unknown];
type Table = { readonly [name: string]: Pair | Table };

type Texts<Of> = {
  [Name in keyof Of]: Of[Name] extends readonly [infer Text, unknown]
    ? Text extends string
      ? string
      : Text
    : Texts<Of[Name]>;
};

/** One table of texts, both languages side by side so that neither is changed without the other, as a table for each language. */
export function byLanguage<const Of extends Table>(table: Of): Record<'en' | 'pt-BR', Texts<Of>> {
  return { en: side(table, 0) as Texts<Of>, 'pt-BR': side(table, 1) as Texts<Of> };
}

function side(table: Table, index: 0 | 1): Record<string, unknown> {
  const inner = (value: Pair | Table) => (Array.isArray(value) ? (value as Pair)[index] : side(value as Table, index));
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, inner(value)]));
}
