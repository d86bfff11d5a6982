import { useTranslation } from 'react-i18next';
import { isKnownWord } from '../../../parts/known-word.ts';

/** What a command is called for people. */
export function useCommandName(): (name: string) => string {
  const { t } = useTranslation();
  return (name) => (isKnownWord('commandName', name) ? t(`commandName.${name}`) : name);
}
