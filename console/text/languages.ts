import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLanguage, type Language, rememberLanguage, textFiles } from './choose-language.ts';
import type { en } from './texts.generated.ts';
import type { enPages } from './page-texts.generated.ts';
import { en } from './texts.generated.ts';

/** Each language is called by its own name, so that whoever needs it can read it. */
export const languages = [
  { code: 'pt-BR', name: 'Português' },
  { code: 'en', name: 'English' },
] as const;

export type Language = (typeof languages)[number]['code'];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof enPages };
  }
}

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = firstLanguage();
  await i18next.use(initReactI18next).init({
    resources: { [language]: { translation: await textFiles[language]() } },
    lng: language,
    fallbackLng: 'en',
    interpolation: { escapeValue: false }, // React escapes
  });
}

export async function changeLanguage(language: Language): Promise<void> {
  rememberLanguage(language);
  await loadLanguage(language);
  await i18next.changeLanguage(language);
}

/** The other language is read when somebody wants it, and once a page is there: then it can be had while the server is away. */
export async function loadLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await textFiles[language]());
  if (i18next.exists('shell.product', { lng: language, fallbackLng: [] })) return;
  const { ptBR } = await import('./texts-pt-BR.generated.ts');
  i18next.addResourceBundle('pt-BR', 'translation', ptBR, true, true); // beside what a page brought along
}

/** The words of one page come with it, in both languages, so that nobody reads them who does not go there. */
export function addPageTexts(texts: Record<Language, object>): void {
  for (const { code } of languages) i18next.addResourceBundle(code, 'translation', texts[code], true, true);
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
