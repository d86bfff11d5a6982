import { billApi } from '#contract/api/bills.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { useRead } from './queries.ts';

export const useTariffs = () => useRead(['tariffs'], tariffApi.list, {});
export const useTariff = (id: string) => useRead(['tariffs', id], tariffApi.get, { params: { id } });
export const useAssignments = () => useRead(['assignments'], tariffApi.assignments, {});
export const useBill = (id: string) => useRead(['session', id, 'bill'], billApi.get, { params: { id } });
