import '../../parts/card.css';
import { Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proposal } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useNow } from '../../parts/clock.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { exactTime } from '../../text/time.ts';
import { EffectWords } from './effect-words.tsx';
import { ProposalBody } from './proposal-body.tsx';
import { ProposalChip } from './proposal-chip.tsx';
import { ToolTitle } from './tool-title.tsx';
import { whyNotDecide } from './why-not-decide.ts';

type Action = 'approve' | 'approve-and-apply' | 'apply';

/** One proposal with everything a person has to know, and what they can do about it. The outcome takes the place of the buttons. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation();
  const [isDenying, setIsDenying] = useState(false);
  const decide = useChange({
    send: (wanted: Action) =>
      wanted === 'apply'
        ? call(proposalApi.apply, { params: { id: proposal.id } })
        : call(proposalApi.approve, {
            params: { id: proposal.id },
            body: { hash: proposal.hash, apply: wanted === 'approve-and-apply' },
          }),
    touches: ['proposals'],
  });
  const headingId = `proposal-${proposal.id}`;
  const isWaiting = proposal.state === 'proposed' || proposal.state === 'approved';
  return (
    <article className="card proposal" aria-labelledby={headingId}>
      <div className="card-head">
        <h2 id={headingId}>
          <ToolTitle proposal={proposal} />
        </h2>
        <ProposalChip state={proposal.state} />
        <span className="proposal-tier">{t(`proposals.tier.${proposal.tier}`)}</span>
        {isWaiting ? <TimeLeft until={proposal.expiresAt} /> : <span />}
      </div>
      <ProposalBody proposal={proposal} />
      {decide.error !== null && <ProblemNote problem={decide.error} />}
      {isWaiting && (
        <Buttons
          proposal={proposal}
          asked={decide.isPending ? decide.variables : undefined}
          onDecide={(wanted) => decide.mutate(wanted)}
          onDeny={() => setIsDenying(true)}
        />
      )}
      {isDenying && <DenyDialog proposal={proposal} onClose={() => setIsDenying(false)} />}
    </article>
  );
}

type ButtonsProps = {
  proposal: Proposal;
  asked: Action | undefined;
  onDecide: (wanted: Action) => void;
  onDeny: () => void;
};

function Buttons({ proposal, asked, onDecide, onDeny }: ButtonsProps) {
  const { t } = useTranslation();
  const me = usePrincipal();
  const now = useNow('ticking');
  const reason = me === null ? null : whyNotDecide(me, proposal, now);
  const whyNot = reason === null ? undefined : t(`proposals.whyNot.${reason}`);
  const isApproved = proposal.state === 'approved';
  const isMine = me !== null && proposal.decidedBy === me.id;
  const button = (wanted: Action | 'deny', why = whyNot) => ({
    scope: 'proposals:decide' as const,
    whyNot: why ?? (asked === undefined ? undefined : t('proposals.whyNot.asked')),
    loading: asked === wanted,
    onClick: () => (wanted === 'deny' ? onDeny() : onDecide(wanted)),
  });
  return (
    <div className="proposal-buttons">
      {isApproved ? (
        <ActionButton {...button('apply', whyNot ?? (isMine ? undefined : t('proposals.whyNot.notDecider')))}>
          {t('proposals.apply')}
        </ActionButton>
      ) : (
        <>
          <ActionButton {...button('approve-and-apply')}>{t('proposals.approveAndApply')}</ActionButton>
          <ActionButton {...button('approve')} variant="default">
            {t('proposals.approve')}
          </ActionButton>
        </>
      )}
      <ActionButton {...button('deny')} variant="subtle" color="red">
        {t('proposals.deny')}
      </ActionButton>
      <span className="proposal-why-not">
        {whyNot ?? (isApproved ? t('proposals.approvedHelp') : t('proposals.approveHelp'))}
      </span>
    </div>
  );
}

function DenyDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ why: '' });
  const why = draft.why.trim();
  const deny = useChange({
    send: () => call(proposalApi.deny, { params: { id: proposal.id }, body: why === '' ? {} : { why } }),
    touches: ['proposals'],
    onDone: onClose,
  });
  return (
    <FormDialog title={t('proposals.denyTitle')} submit={t('proposals.denySubmit')} save={deny} onClose={onClose}>
      <Text size="sm">
        <EffectWords proposal={proposal} />
      </Text>
      <Textarea
        label={t('proposals.why')}
        description={t('proposals.whyHelp')}
        maxLength={300}
        autosize
        minRows={2}
        data-autofocus
        {...text('why')}
      />
    </FormDialog>
  );
}

/** Counts down to the end of a proposal, in a place of constant width. */
function TimeLeft({ until }: { until: string }) {
  const { t, i18n } = useTranslation();
  const left = leftText(Date.parse(until), useNow('ticking'));
  const words = left === null ? t('proposals.over') : t('proposals.left', { time: left });
  return (
    <time className="time-left" role="timer" dateTime={until} title={exactTime(until, i18n.language)}>
      {words}
    </time>
  );
}

/** "14:59" until then; null once it has passed. */
export function leftText(untilMs: number, nowMs: number): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / 1000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
