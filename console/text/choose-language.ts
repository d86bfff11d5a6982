/** Each language is called by its own name, so that whoever needs it can read it. */
export const languages = [
  { code: 'pt-BR', name: 'Português' },
  { code: 'en', name: 'English' },
] as const;

export type Language = (typeof languages)[number]['code'];

const keptAs = 'sigec-language';

/** The texts of a language: a browser reads those that it shows. */
export const textFiles = {
  en: async () => (await import('./texts.generated.ts')).en,
  'pt-BR': async () => (await import('./texts-pt-BR.generated.ts')).ptBR,
} satisfies Record<Language, () => Promise<object>>;

export function rememberLanguage(language: Language): void {
  localStorage.setItem(keptAs, language);
}

/** The language of this visit. */
export function firstLanguage(): Language {
  return chooseLanguage(localStorage.getItem(keptAs), navigator.languages);
}

/** What the person chose here, else the first language of the browser that we have, else English. */
export function chooseLanguage(kept: string | null, browser: readonly string[]): Language {
  const known = languages.find(({ code }) => code === kept);
  if (known !== undefined) return known.code;
  for (const wanted of browser) {
    const found = languages.find(({ code }) => sameTongue(code, wanted));
    if (found !== undefined) return found.code;
  }
  return 'en';
}

function sameTongue(one: string, other: string): boolean {
  return one.slice(0, 2).toLowerCase() === other.slice(0, 2).toLowerCase();
}
