import { useTranslation } from 'react-i18next';
import { useAssignments } from '../../live/queries.ts';
import { useAssignmentWords } from './assignment-words.ts';

/** Why a tariff holds: the code of the server in words, the assignment by its place. */
export function useTariffWhy(): (why: string | null) => string {
  const { t } = useTranslation();
  const assignments = useAssignments().data?.assignments;
  const words = useAssignmentWords();
  return (why) => {
    if (why === 'token' || why === 'station' || why === 'session') return t(`tariff.why.${why}`);
    const id = why?.startsWith('assignment:') === true ? why.slice('assignment:'.length) : undefined;
    const found = assignments?.find((each) => each.id === id);
    return found === undefined ? t('tariff.why.assignment') : t('tariff.why.holds', { place: words.place(found) });
  };
}
