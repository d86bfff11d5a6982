import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLanguage, type Language, languages, rememberLanguage, textFiles } from './choose-language.ts';
import type { enPages } from './page-texts.generated.ts';
import type { en } from './texts.generated.ts';

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
  if (i18next.exists('shell.product', { lng: language, fallbackLng: [] })) return;
  i18next.addResourceBundle(language, 'translation', await textFiles[language](), true, true); // beside what a page brought along
}

/** The words of one page come with it, in both languages, so that nobody reads them who does not go there. */
export function addPageTexts(texts: Record<Language, object>): void {
  for (const { code } of languages) i18next.addResourceBundle(code, 'translation', texts[code], true, true);
}
