import { useTranslation } from 'react-i18next';
import type { Places } from '#contract/access/group.ts';
import { useSites } from '../../api/site-queries.ts';

/** Where somebody may charge, in words. */
export function usePlacesText(): (places: Places | null) => string {
  const { t } = useTranslation();
  const sites = useSites().data?.sites;
  return (places) => {
    if (places === null) return t('access.asGroup');
    if (places === 'everywhere') return t('access.everywhere');
    const names = [
      ...places.siteIds.map((id) => sites?.find((site) => site.id === id)?.name ?? id),
      ...places.stationIds,
    ];
    return names.length === 0 ? t('access.nowhere') : names.join(', ');
  };
}
