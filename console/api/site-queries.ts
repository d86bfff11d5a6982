import { siteApi } from '#contract/api/sites.ts';
import { useRead } from './queries.ts';

export const useSites = () => useRead(['sites'], siteApi.list, {});
export const useSite = (id: string) => useRead(['sites', id], siteApi.get, { params: { id } });
