import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import { dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { moneyText } from '../../text/money.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { dayTime, exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';
import { SessionChip } from './session-chip.tsx';
import { SessionDuration } from './session-duration.tsx';
import { useSessionWords } from './session-words.ts';
import { Silence } from './silence.tsx';
import '../../parts/chip.css';

type Props = {
  session: ListedSession;
  index: number;
  top: number;
  /** Shown beside the list. */
  isOpen: boolean;
  measure: (element: HTMLElement | null) => void;
};

/** One session, as a whole a link that shows it beside the list. Narrow screens show it as a card. */
export const SessionRow = memo(function SessionRow({ session, index, top, isOpen, measure }: Props) {
  const { t, i18n } = useTranslation();
  const { id, stationId, evseId, startedAt, energyWh, cost, powerW, tokenHash, state } = session;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`row session-${state}${isOpen ? ' is-open' : ''}`}
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="cell-session">
        <Link
          from="/sessions"
          to="."
          search={(before) => ({ ...before, open: id })}
          resetScroll={false}
          className="row-link session-link"
          data-session={id}
          {...(isOpen && { 'aria-current': 'true' as const })}
        >
          {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
        </Link>
        <span className="session-start">
          {startedAt === null ? (
            t('session.unknown')
          ) : (
            <time dateTime={startedAt} title={exactTime(startedAt, i18n.language)}>
              {dayTime(startedAt, i18n.language)}
            </time>
          )}
        </span>
      </div>
      <div role="cell" className="cell-state">
        <SessionChip session={session} />
        <span className="state-reason">
          <StateReason session={session} />
        </span>
      </div>
      <div role="cell" className="cell-energy number">
        {energyWh === null ? dash : energyText(energyWh, i18n.language)}
      </div>
      <div role="cell" className="cell-cost number">
        {cost === null ? dash : moneyText(cost.total, cost.currency, i18n.language)}
      </div>
      <div role="cell" className="cell-power number">
        {powerW === null ? dash : powerText(powerW, i18n.language)}
      </div>
      <div role="cell" className="cell-duration number">
        <SessionDuration session={session} />
      </div>
      <div role="cell" className="cell-token">
        {tokenHash === null ? dash : <CardName id={tokenHash} />}
      </div>
      <div role="cell" className="cell-flags">
        <FlagChips flags={session.flags} />
      </div>
    </div>
  );
});

/** Why it is as it is, and since when. */
function StateReason({ session }: { session: ListedSession }) {
  const words = useSessionWords();
  const { state, startedAt, endedAt, stopReason } = session;
  if (state === 'running') {
    return (
      <>
        {startedAt !== null && <Moment time={startedAt} says="for" />}
        <Silence session={session} />
      </>
    );
  }
  const reason = words.reason(stopReason);
  return (
    <>
      {reason !== null && <span title={reason}>{reason}</span>}
      {reason !== null && endedAt !== null && ' · '}
      {endedAt !== null && <Moment time={endedAt} says="ago" />}
    </>
  );
}

const shownAtOnce = 2;

/** What is odd, each with its sentence for whoever points at it or reaches it by keyboard. */
function FlagChips({ flags, most = shownAtOnce }: { flags: readonly string[]; most?: number }) {
  const words = useSessionWords();
  const told = flags.map((name) => ({ name, ...words.flag(name) }));
  const hidden = told.slice(most);
  return (
    <span className="flag-chips">
      {told.slice(0, most).map(({ name, label, help }) => (
        <FlagChip key={name} label={label} help={help} />
      ))}
      {hidden.length > 0 && (
        <FlagChip label={`+${hidden.length}`} help={hidden.map(({ label, help }) => `${label}: ${help}`).join(' ')} />
      )}
    </span>
  );
}

function FlagChip({ label, help }: { label: string; help: string }) {
  return (
    <Tooltip label={help} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className="chip tone-door flag-chip">
        {label}
      </button>
    </Tooltip>
  );
}
