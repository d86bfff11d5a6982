import { keepPreviousData } from '@tanstack/react-query';
import type { Query } from '#contract/api/define-api.ts';
import { reportApi } from '#contract/api/reports.ts';
import { useRead } from './queries.ts';

const filtered = { placeholderData: keepPreviousData };

export const useReport = (query: Query<typeof reportApi.make>) =>
  useRead(['reports', query], reportApi.make, { query }, filtered);
export const useHours = (query: Query<typeof reportApi.hours>) =>
  useRead(['report-hours', query], reportApi.hours, { query }, filtered);
export const useUptime = (query: Query<typeof reportApi.uptime>) =>
  useRead(['uptime', query], reportApi.uptime, { query }, filtered);
export const useRefusalReport = (query: Query<typeof reportApi.refusals>) =>
  useRead(['refusal-report', query], reportApi.refusals, { query }, filtered);
export const useOutages = (query: Query<typeof reportApi.outages>) =>
  useRead(['outages', query], reportApi.outages, { query }, filtered);
