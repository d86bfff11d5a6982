import { useTranslation } from 'react-i18next';
import type { TariffAssignment } from '#contract/billing/tariff.ts';
import { useGroups } from '../../api/access-queries.ts';
import { useSites } from '../../api/site-queries.ts';
import { useAssignments } from '../../api/tariff-queries.ts';

/** Where a tariff holds, and for whom. */
export function useAssignmentWords() {
  const { t } = useTranslation();
  const sites = useSites().data?.sites;
  const groups = useGroups().data?.groups;
  const place = ({ siteId, stationId, evseId, connectorId }: TariffAssignment): string => {
    if (stationId !== null) {
      const parts = [stationId];
      if (evseId !== null) parts.push(`EVSE ${evseId}`);
      if (connectorId !== null) parts.push(t('connector.name', { number: connectorId }));
      return parts.join(' · ');
    }
    return siteId === null ? t('access.everywhere') : (sites?.find(({ id }) => id === siteId)?.name ?? siteId);
  };
  const who = ({ groupId }: TariffAssignment): string =>
    groupId === null ? t('tariff.forAll') : (groups?.find(({ id }) => id === groupId)?.name ?? groupId);
  return { place, who };
}

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
