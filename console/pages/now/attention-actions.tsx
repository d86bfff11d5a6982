import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandApi } from '#contract/api/commands.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { securityApi } from '#contract/api/security.ts';
import type { AttentionItem } from '#contract/attention.ts';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { ActionButton } from '../../parts/action-button.tsx';
import { useNow } from '../../parts/clock.ts';
import { Dialog } from '../../parts/form-dialog.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { AcceptButton } from '../equipment/accept-button.tsx';
import { AcceptDialog } from '../equipment/accept-dialog.tsx';
import { RejectButton } from '../equipment/reject-dialog.tsx';
import { leftText, ProposalCard } from '../proposals/proposal-card.tsx';

const look = { variant: 'default', size: 'compact-sm' } as const;

/** What can be done about it, where it stands. */
export function AttentionActions({ item }: { item: AttentionItem }) {
  const { t } = useTranslation();
  switch (item.kind) {
    case 'pending':
      return <Pending stationId={item.stationId} />;
    case 'proposal':
      return <Review item={item} />;
    case 'faulted':
      return <Restart stationId={item.stationId} />;
    case 'settings-not-in-sync':
      return item.awaitsReboot ? <Restart stationId={item.stationId} /> : null;
    case 'security-event':
      return <Acknowledge item={item} />;
    case 'finding':
      return (
        <ButtonLink {...look} to="/health" search={{ finding: item.findingId }}>
          {t('now.seeWhy')}
        </ButtonLink>
      );
    case 'odd-session':
      return (
        <ButtonLink {...look} to="/sessions/$id" params={{ id: item.sessionId }}>
          {t('now.openSession')}
        </ButtonLink>
      );
    case 'rejected-token':
      return (
        <ButtonLink
          {...look}
          to="/access"
          search={{ tab: 'refusals', station: item.stationId, ...(item.tokenId !== null && { token: item.tokenId }) }}
        >
          {t('now.seeWhy')}
        </ButtonLink>
      );
    default:
      return null;
  }
}

function Pending({ stationId }: { stationId: string }) {
  const [isAccepting, setIsAccepting] = useState(false);
  const station = useBoard().stations.find(({ id }) => id === stationId);
  if (station === undefined) return null;
  return (
    <span className="now-actions">
      <AcceptButton station={station} onAccept={() => setIsAccepting(true)} />
      {station.acceptedAt === null && <RejectButton stationId={stationId} />}
      {isAccepting && <AcceptDialog stationId={stationId} onClose={() => setIsAccepting(false)} />}
    </span>
  );
}

/** Asked, then what the station answered; that it came back is seen by the trouble going away. */
function Restart({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const reset = useMutation({
    mutationFn: () =>
      call(commandApi.run, { params: { id: stationId, name: 'reset' }, body: { input: { when: 'idle' } } }),
  });
  const outcome = reset.data?.outcome;
  return (
    <span className="now-actions">
      {reset.error !== null && <span className="now-outcome tone-bad">{reset.error.message}</span>}
      {outcome !== undefined && outcome !== null && (
        <span className={`now-outcome tone-${outcome.status === 'accepted' ? 'good' : 'bad'}`} role="status">
          {t(`now.outcome.${outcome.status}`)}
          {outcome.status !== 'accepted' && outcome.reason !== null && `: ${outcome.reason}`}
        </span>
      )}
      <ActionButton
        {...look}
        scope="stations:command"
        loading={reset.isPending}
        aria-label={t('now.restartFor', { station: stationId })}
        onClick={() => reset.mutate()}
      >
        {t('now.restart')}
      </ActionButton>
    </span>
  );
}

type Of<Kind extends AttentionItem['kind']> = { item: Extract<AttentionItem, { kind: Kind }> };

function Acknowledge({ item: { stationId, eventId } }: Of<'security-event'>) {
  const { t } = useTranslation();
  const acknowledge = useChange({
    send: () => call(securityApi.acknowledge, { params: { id: stationId, eventId }, body: {} }),
    touches: ['attention', 'station-security'],
  });
  return (
    <span className="now-actions">
      {acknowledge.error !== null && <span className="now-outcome tone-bad">{acknowledge.error.message}</span>}
      <ActionButton
        {...look}
        scope="stations:change"
        loading={acknowledge.isPending}
        onClick={() => acknowledge.mutate()}
      >
        {t('now.acknowledge')}
      </ActionButton>
    </span>
  );
}

/** A proposal is read before it is decided: it opens here, with everything it rests upon. */
function Review({ item: { proposalId, expiresAt } }: Of<'proposal'>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const left = leftText(Date.parse(expiresAt), useNow('ticking'));
  return (
    <span className="now-actions">
      <span className="now-left">{left === null ? t('proposals.over') : t('proposals.left', { time: left })}</span>
      <Button {...look} variant="filled" onClick={() => setIsOpen(true)}>
        {t('now.review')}
      </Button>
      {isOpen && <ReviewDialog id={proposalId} onClose={() => setIsOpen(false)} />}
    </span>
  );
}

function ReviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useRead(['proposals', 'one', id], proposalApi.get, { params: { id } });
  return (
    <Dialog title={t('now.reviewTitle')} size="xl" onClose={onClose}>
      {error !== null && <ProblemNote problem={error} />}
      {data !== undefined && <ProposalCard proposal={data} />}
    </Dialog>
  );
}
