import { useTranslation } from 'react-i18next';
import type { TariffAssignment } from '#contract/billing/tariff.ts';
import { useGroups, useSites } from '../../live/queries.ts';

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
