import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandApi } from '#contract/api/commands.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { securityApi } from '#contract/api/security.ts';
import type { AttentionItem } from '#contract/attention.ts';
import type { CommandName } from '#contract/commands/commands.ts';
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
import type { StationTab as StationTabName } from '../station/station-filter.ts';
import { TicketButton } from '../tickets/ticket-button.tsx';
import { RenewCertificate } from './renew-certificate.tsx';

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
      return (
        <span className="now-actions">
          <Restart stationId={item.stationId} />
          <TicketButton stationId={item.stationId} title={t('now.kind.faulted')} />
        </span>
      );
    case 'offline':
      return (
        <span className="now-actions">
          <StationTab stationId={item.stationId} tab="messages" words={t('now.lastMessages')} />
          <TicketButton stationId={item.stationId} title={t('now.kind.offline')} />
        </span>
      );
    case 'settings-not-in-sync':
      return item.awaitsReboot ? (
        <Restart stationId={item.stationId} />
      ) : (
        <StationTab stationId={item.stationId} tab="configuration" words={t('now.seeSettings')} />
      );
    case 'list-not-in-sync':
      return <SendList stationId={item.stationId} />;
    case 'certificate':
      return <RenewCertificate item={item} />;
    case 'not-ready':
      return (
        <ButtonLink {...look} to="/settings" search={{ tab: 'about' }}>
          {t('now.seeSystem')}
        </ButtonLink>
      );
    case 'security-event':
      return <Acknowledge item={item} />;
    case 'energy':
      return (
        <ButtonLink {...look} to="/energy/$id" params={{ id: item.siteId }} search={{ tab: 'network' }}>
          {t('now.seeWhy')}
        </ButtonLink>
      );
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

type TabProps = { stationId: string; tab: StationTabName; words: string };

function StationTab({ stationId, tab, words }: TabProps) {
  return (
    <ButtonLink {...look} to="/equipment/$id" params={{ id: stationId }} search={{ tab }}>
      {words}
    </ButtonLink>
  );
}

function Restart({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const label = t('now.restartFor', { station: stationId });
  return (
    <CommandAction stationId={stationId} name="reset" input={{ when: 'idle' }} label={label}>
      {t('now.restart')}
    </CommandAction>
  );
}

function SendList({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const label = t('now.sendListFor', { station: stationId });
  return (
    <CommandAction stationId={stationId} name="send-local-list" input={{ mode: 'full' }} label={label}>
      {t('now.sendAgain')}
    </CommandAction>
  );
}

type CommandProps = {
  stationId: string;
  name: CommandName;
  input: Record<string, unknown>;
  label: string;
  children: string;
};

/** Asked, then what the station answered; that it helped is seen by the trouble going away. */
function CommandAction({ stationId, name, input, label, children }: CommandProps) {
  const { t } = useTranslation();
  const command = useMutation({
    mutationFn: () => call(commandApi.run, { params: { id: stationId, name }, body: { input } }),
  });
  const outcome = command.data?.outcome;
  return (
    <span className="now-actions">
      {command.error !== null && <span className="now-outcome tone-bad">{command.error.message}</span>}
      {outcome !== undefined && outcome !== null && (
        <span className={`now-outcome tone-${outcome.status === 'accepted' ? 'good' : 'bad'}`} role="status">
          {t(`now.outcome.${outcome.status}`)}
          {outcome.status !== 'accepted' && outcome.reason !== null && `: ${outcome.reason}`}
        </span>
      )}
      <ActionButton
        {...look}
        scope="stations:command"
        loading={command.isPending}
        aria-label={label}
        onClick={() => command.mutate()}
      >
        {children}
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
