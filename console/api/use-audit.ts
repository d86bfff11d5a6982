import type { Query } from '#contract/api/define-api.ts';
import { systemApi } from '#contract/api/system.ts';
import { usePages } from './queries.ts';

export const useAudit = (query: Query<typeof systemApi.audit>) =>
  usePages(['audit', query], systemApi.audit, { query });
