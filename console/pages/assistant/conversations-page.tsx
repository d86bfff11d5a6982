import { Button } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedConversation } from '#contract/agents/assistant.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PlusIcon } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { LastingApprovals } from './lasting-approvals.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { talks } from './talks.ts';
import { Thread } from './thread.tsx';
import { useConversations } from './use-assistant.ts';
import { whyNotAsk } from './why-not-ask.ts';
import './assistant.css';

const route = getRouteApi('/assistant/$id');

/** All conversations; beside them a new one. */
export function ConversationsPage() {
  return <AssistantPage id={null} isList />;
}

/** One of them, or one that begins with the next question. */
export function ConversationPage() {
  const { id } = route.useParams();
  return <AssistantPage id={id === 'new' ? null : id} isList={false} />;
}

/** On a phone either the list or the conversation. */
function AssistantPage({ id, isList }: { id: string | null; isList: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listed = useConversations();
  const { title = '' } = listed.data?.conversations.find((each) => each.id === id) ?? {};
  return (
    <div className={isList ? 'assistant-page assistant-page-list' : 'assistant-page'}>
      <PageHead title={title === '' ? t('assistant.conversations') : title}>
        {!isList && (
          <ButtonLink to="/assistant" variant="default" size="compact-md" fz="sm" className="assistant-to-list">
            {t('assistant.all')}
          </ButtonLink>
        )}
        <ButtonLink to="/assistant/$id" params={{ id: 'new' }} size="compact-md" fz="sm" leftSection={<PlusIcon />}>
          {t('assistant.new')}
        </ButtonLink>
      </PageHead>
      <div className="assistant-columns">
        <div className="assistant-list">
          <List chosen={id} listed={listed} />
          <LastingApprovals />
        </div>
        <section className="assistant-sheet" aria-label={t('assistant.thread')}>
          <Thread
            key={id ?? 'new'}
            id={id}
            subjects={[]}
            onBegun={(begun) => void navigate({ to: '/assistant/$id', params: { id: begun }, replace: true })}
            onGone={() => void navigate({ to: '/assistant', replace: true })}
          />
        </section>
      </div>
    </div>
  );
}

function List({ chosen, listed }: { chosen: string | null; listed: ReturnType<typeof useConversations> }) {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data, error, refetch } = listed;
  if (whyNotAsk(me) !== null) return null;
  if (error !== null)
    return (
      <ProblemNote title={t('assistant.listFailed')} problem={error}>
        <p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t('assistant.readAgain')}
          </Button>
        </p>
      </ProblemNote>
    );
  if (data?.conversations.length === 0) return <p className="quiet assistant-none">{t('assistant.none')}</p>;
  return (
    <ul aria-label={t('assistant.conversations')} aria-busy={data === undefined}>
      {data?.conversations.map((each) => (
        <Row key={each.id} conversation={each} isChosen={each.id === chosen} />
      ))}
    </ul>
  );
}

function Row({ conversation, isChosen }: { conversation: ListedConversation; isChosen: boolean }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null);
  const { id, changedAt } = conversation;
  const title = conversation.title === '' ? t('assistant.untitled') : conversation.title;
  return (
    <li data-chosen={isChosen}>
      <Link to="/assistant/$id" params={{ id }} {...(isChosen && { 'aria-current': 'page' as const })}>
        <span>{title}</span>
        <small>
          <Moment time={changedAt} says="ago" />
        </small>
      </Link>
      <span className="assistant-row-tools">
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAsked('rename')}>
          {t('assistant.rename')}
        </Button>
        <Button variant="subtle" color="red" size="compact-xs" onClick={() => setAsked('remove')}>
          {t('assistant.remove')}
        </Button>
      </span>
      {asked === 'rename' && <RenameDialog conversation={conversation} onClose={() => setAsked(null)} />}
      {asked === 'remove' && <RemoveDialog id={id} title={title} isChosen={isChosen} onClose={() => setAsked(null)} />}
    </li>
  );
}

type RemoveProps = { id: string; title: string; isChosen: boolean; onClose: () => void };

function RemoveDialog({ id, title, isChosen, onClose }: RemoveProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => call(assistantApi.remove, { params: { id } }),
    touches: ['assistant'],
    onDone: async () => {
      talks.drop(id);
      onClose();
      if (isChosen) await navigate({ to: '/assistant', replace: true });
    },
  });
  return (
    <FormDialog
      title={t('assistant.removeTitle')}
      explain={t('assistant.removeHelp', { title })}
      submit={t('assistant.remove')}
      save={remove}
      onClose={onClose}
      isGrave
    />
  );
}
