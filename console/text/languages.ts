import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
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
    resources: { translation: typeof en };
  }
}

const keptAs = 'sigec-language';

export async function startLanguages(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = chooseLanguage(localStorage.getItem(keptAs), navigator.languages);
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en } }, // whose words are the names of all others
    lng: 'en',
    fallbackLng: 'en',
    interpolation: { escapeValue: false }, // React escapes
  });
  if (language !== 'en') await loadLanguage(language);
  await i18next.changeLanguage(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(keptAs, language);
  await loadLanguage(language);
  await i18next.changeLanguage(language);
}

/** A language other than English is read when somebody wants it, and once a page is there: then it can be had while the server is away. */
export async function loadLanguage(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, 'translation')) return;
  const { ptBR } = await import('./texts-pt-BR.generated.ts');
  i18next.addResourceBundle('pt-BR', 'translation', ptBR);
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
