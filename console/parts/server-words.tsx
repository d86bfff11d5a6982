import { useTranslation } from 'react-i18next';
import { useServerTexts } from '../text/use-server-texts.ts';

/** What the server or one of its tools is called there, in the reader's language where we have a text for it. */
export function ServerWords({ text }: { text: string }) {
  const { i18n } = useTranslation();
  const words = useServerTexts().text(text);
  const isForeign = words === text && i18n.language !== 'en';
  return <span {...(isForeign && { lang: 'en' })}>{words}</span>;
}
