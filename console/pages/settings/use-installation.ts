import { systemApi } from '#contract/api/system.ts';
import { useRead } from '../../api/queries.ts';

const calm = { staleTime: 30_000 };

/** What runs here; for administrators. */
export function useInstallation() {
  return useRead(['installation'], systemApi.installation, {}, calm);
}
