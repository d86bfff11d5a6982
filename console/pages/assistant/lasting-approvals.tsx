import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { useChange } from '../../parts/use-change.ts';
import { ToolWords } from './call-line.tsx';
import { useLastingApprovals } from './use-assistant.ts';

/** What was allowed for ever, and the way back. */
export function LastingApprovals() {
  const { t } = useTranslation();
  const { data } = useLastingApprovals();
  const forget = useChange({
    send: (params: { server: string; tool: string }) => call(assistantApi.forgetApproval, { params }),
    touches: ['assistant'],
  });
  if (data === undefined || data.approvals.length === 0) return null;
  return (
    <section className="assistant-lasting" aria-labelledby="assistant-lasting">
      <h2 id="assistant-lasting">{t('assistant.lasting')}</h2>
      <ul>
        {data.approvals.map(({ server, tool }) => (
          <li key={`${server}/${tool}`}>
            <ToolWords tool={tool} title={null} />
            <Button
              size="compact-xs"
              variant="default"
              loading={forget.isPending && forget.variables.tool === tool}
              onClick={() => forget.mutate({ server, tool })}
            >
              {t('assistant.askAgain')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
