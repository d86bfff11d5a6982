import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../parts/schema-draft.ts';
import { filledReason } from './filled-reason.ts';

type Catalogue = {
  /** Labels of the fields of commands, by their names. */
  fields: Readonly<Record<string, string>>;
  settings: Readonly<Record<string, string>>;
  quirks: Readonly<Record<string, { title: string; seenIn: string }>>;
  /** Other sentences, by the English ones. */
  texts: Readonly<Record<string, string>>;
  /** Why the product did something by itself, by the English words; `{…}` stands for a name in both. */
  reasons: Readonly<Record<string, string>>;
};

const english: Catalogue = { fields: {}, settings: {}, quirks: {}, texts: {}, reasons: {} };
let portuguese: Catalogue | undefined;

/** What schemas and the server say in English, in the language of the console; what has no other text stays as it is. */
export function useServerTexts() {
  const { i18n } = useTranslation();
  const isPortuguese = i18n.language === 'pt-BR';
  const [, setLoaded] = useState(portuguese);
  useEffect(() => {
    if (!isPortuguese || portuguese !== undefined) return;
    void import('./server-texts-pt-BR.json').then((file) => {
      portuguese = file.default;
      setLoaded(portuguese);
    });
  }, [isPortuguese]);
  const catalogue = (isPortuguese ? portuguese : undefined) ?? english;
  return useMemo(() => textsOf(catalogue), [catalogue]);
}

function textsOf(catalogue: Catalogue) {
  const text = (original: string) => catalogue.texts[original] ?? original;
  return {
    text,
    /** What a person wrote as a reason has no other text. */
    reason: (original: string) => filledReason(original, catalogue.reasons),
    setting: ({ name, about }: { name: string; about: string }) => catalogue.settings[name] ?? about,
    quirk: <Rule extends { id: string; title: string; seenIn: string }>(rule: Rule): Rule => ({
      ...rule,
      ...catalogue.quirks[rule.id],
    }),
    /** The same schema, whose labels and descriptions a form shows. */
    schema: (schema: JsonSchema): JsonSchema => translated(schema, catalogue),
  };
}

function translated(schema: JsonSchema, catalogue: Catalogue): JsonSchema {
  const { description, properties, items } = schema;
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const title = catalogue.fields[name] ?? field.title;
    return [name, { ...translated(field, catalogue), ...(title !== undefined && { title }) }] as const;
  });
  return {
    ...schema,
    ...(description !== undefined && { description: catalogue.texts[description] ?? description }),
    ...(properties !== undefined && { properties: Object.fromEntries(fields) }),
    ...(items !== undefined && { items: translated(items, catalogue) }),
  };
}
