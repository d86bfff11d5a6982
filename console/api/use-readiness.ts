import { useQuery } from '@tanstack/react-query';
import { type Readiness, readiness } from '#contract/health.ts';

const lookEveryMs = 5_000;

/** Whether the server can write. It answers with 503 and the causes when it cannot, so the status is no failure here. */
export function useReadiness(): Readiness | undefined {
  return useQuery({
    queryKey: ['readiness'],
    queryFn: async ({ signal }) => readiness.parse(await (await fetch('/readyz', { signal })).json()),
    refetchInterval: lookEveryMs,
    retry: false,
  }).data;
}
