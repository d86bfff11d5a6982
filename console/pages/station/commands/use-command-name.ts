import { useTranslation } from 'react-i18next';
import { isKnownWord } from '../../../parts/known-word.ts';
import { en } from '../../../text/texts.generated.ts';

/** What a command is called for people. */
export function useCommandName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (isKnownWord(en.commandName, name) ? t(`commandName.${name}`) : name);
}
