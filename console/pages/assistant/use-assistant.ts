import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { assistantApi } from '#contract/api/assistant.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { whyNotAsk } from './why-not-ask.ts';

/** Who answers. */
export function useAssistantAbout() {
  const enabled = whyNotAsk(usePrincipal()) === null;
  return useRead(['assistant', 'about'], assistantApi.about, {}, { enabled, staleTime: 60_000 });
}

export function useConversations() {
  const me = usePrincipal();
  const enabled = whyNotAsk(me) === null;
  return useRead(['assistant', 'conversations', me?.id], assistantApi.list, {}, { enabled });
}

/** Tools that may be called without asking. */
export function useLastingApprovals() {
  const me = usePrincipal();
  const enabled = whyNotAsk(me) === null;
  return useRead(['assistant', 'approvals', me?.id], assistantApi.approvals, {}, { enabled });
}

/** After a question was asked or answered, the list looks different. */
export function useReadAssistantAgain(): () => void {
  const queries = useQueryClient();
  return useCallback(() => void queries.invalidateQueries({ queryKey: ['assistant'] }), [queries]);
}
