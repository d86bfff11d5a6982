import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { proposalApi } from '#contract/api/proposals.ts';
import { useRead } from '../../api/queries.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { numberText } from '../../text/quantities.ts';
import { ProposalCard } from '../proposals/proposal-card.tsx';
import '../proposals/proposals.css';
import { ApprovalCard } from './approval-card.tsx';
import { CallLine } from './call-line.tsx';
import { SubjectWords } from './composer.tsx';
import type { Ending, Entry } from './entries.ts';
import { Markdown } from './markdown/markdown.tsx';
import { usageText } from './mind.tsx';
import { QuestionCard } from './question-card.tsx';
import { useAssistantAbout } from './use-assistant.ts';

type Props = { entry: Entry; conversationId: string; onAgain: (() => void) | undefined };

export function EntryView({ entry, conversationId, onAgain }: Props) {
  const { t } = useTranslation();
  switch (entry.kind) {
    case 'question':
      return (
        <div className="assistant-question">
          <span className="unseen">{t('assistant.you')}: </span>
          {entry.text}
          {entry.about.length > 0 && (
            <span className="assistant-question-about">
              {entry.about.map((subject) => (
                <SubjectWords key={`${subject.kind}:${subject.id}`} subject={subject} />
              ))}
            </span>
          )}
        </div>
      );
    case 'text':
      return <Markdown text={entry.text} />;
    case 'call':
      return <CallLine call={entry} />;
    case 'approval':
      return <ApprovalCard entry={entry} conversationId={conversationId} />;
    case 'form':
      return <QuestionCard entry={entry} conversationId={conversationId} />;
    case 'proposal':
      return <ProposalInline id={entry.id} />;
    case 'note':
      return (
        <p className="assistant-note">
          {entry.about === 'warning' ? entry.text : t(`assistant.note.${entry.about}`, { why: entry.text })}
        </p>
      );
    case 'ending':
      return <EndingLine ending={entry.ending} onAgain={onAgain} />;
  }
}

/** As the server tells it, whoever asks: decided here, its outcome takes the place of the buttons. */
function ProposalInline({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRead(['proposals', 'one', id], proposalApi.get, { params: { id } });
  if (data !== undefined) return <ProposalCard proposal={data} />;
  if (error === null) return <Skeleton height={140} radius="md" />;
  return (
    <ProblemNote title={t('proposals.readFailed')} problem={error}>
      <p>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t('assistant.readAgain')}
        </Button>
      </p>
    </ProblemNote>
  );
}

/** What it cost; and where it did not end well, why, and the way to try again. */
function EndingLine({ ending, onAgain }: { ending: Ending; onAgain: (() => void) | undefined }) {
  const { t, i18n } = useTranslation();
  const { data } = useAssistantAbout();
  const { reason, about, usage, tookMs } = ending;
  const seconds = t('assistant.seconds', { seconds: numberText(tookMs / 1000, i18n.language, 1) });
  const cost =
    data?.isModel === true && usage.inputTokens > 0
      ? [usageText(usage, data, i18n.language, t('assistant.tokens')), seconds].join(' · ')
      : null;
  return (
    <>
      {reason !== 'done' && (
        <p className={reason === 'failed' ? 'assistant-note assistant-note-bad' : 'assistant-note'} role="status">
          {about ?? t(`assistant.ended.${reason}`)}{' '}
          {onAgain !== undefined && (
            <Button size="compact-sm" variant="default" onClick={onAgain}>
              {t('assistant.again')}
            </Button>
          )}
        </p>
      )}
      {cost !== null && <p className="assistant-cost">{cost}</p>}
    </>
  );
}
