import { useTranslation } from 'react-i18next';
import { isKnownWord } from '../../parts/known-word.ts';
import { useFaultWords } from '../../parts/use-fault-words.ts';

/** Why a port was down, with the station's own word where it gave one. */
export function useOutageWords() {
  const { t } = useTranslation();
  const faultWords = useFaultWords();
  return {
    cause(word: string, code: string | null): string {
      const cause = isKnownWord('reports.causeName', word) ? t(`reports.causeName.${word}`) : word;
      if (code === null) return cause;
      return `${cause} (${isKnownWord('link.reason', code) ? t(`link.reason.${code}`) : faultWords(code)})`;
    },
  };
}
