import { Loader } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { useEventWords } from '../../../parts/event-words.ts';
import type { Tone } from '../../../parts/tones.ts';
import { clockTime } from '../../../text/time.ts';
import '../../../parts/chip.css';
import './commands.css';
import { effectsOf } from './is-effect.ts';

type Props = {
  name: string;
  record: CommandRecord | undefined;
  effect: LedgerEvent | null;
};

/** What a station promised and has not done by then may still come; whoever waits is told. */
const patienceMs = 30_000;

/** Asked, sent, answered, seen: how far a command is. An accepted command is only a promise. */
export function CommandSteps({ name, record, effect }: Props) {
  const { t, i18n } = useTranslation();
  const status = record?.outcome?.status;
  return (
    <div role="status">
      <ol className="command-steps">
        <Step tone="good" head={t('station.step.asked')}>
          {record !== undefined && clockTime(record.askedAt, i18n.language)}
        </Step>
        {status === 'not-sent' ? (
          <Step tone="bad" head={t('station.step.notSent')}>
            <Reason record={record} />
          </Step>
        ) : (
          <Step tone="good" head={t('station.step.sent')} />
        )}
        {record === undefined && <Step tone="busy" head={t('station.step.waiting')} isRunning />}
        {record !== undefined && status !== 'not-sent' && <Answer record={record} />}
        {record !== undefined && (status === 'accepted' || effect !== null) && (
          <Effect name={name} record={record} effect={effect} />
        )}
      </ol>
    </div>
  );
}

function Answer({ record }: { record: CommandRecord }) {
  const { t } = useTranslation();
  const { status = null, losses = [] } = record.outcome ?? {};
  const tone = status === 'accepted' ? 'good' : 'bad';
  const word = status === 'accepted' || status === 'rejected' ? status : 'no-answer';
  return (
    <Step tone={tone} head={t(`station.step.${word}`)}>
      <Reason record={record} />
      {losses.map(({ field, why }) => (
        <small key={field}>{t('station.step.loss', { field, why })}</small>
      ))}
    </Step>
  );
}

/** The station's own word, and why. */
function Reason({ record }: { record: CommandRecord | undefined }) {
  const { code = null, reason = null } = record?.outcome ?? {};
  return [code, reason].filter(Boolean).join(': ');
}

function Effect({ name, record, effect }: { name: string; record: CommandRecord; effect: LedgerEvent | null }) {
  const { t, i18n } = useTranslation();
  const textOf = useEventWords();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  if (effect !== null) {
    return (
      <Step tone="good" head={t('station.step.effect')}>
        {textOf(effect)} · {clockTime(effect.happenedAt, i18n.language)}
      </Step>
    );
  }
  if (effectsOf(name).length === 0) return null;
  if (record.outcome?.answer['isScheduled'] === true) return <Step tone="held" head={t('station.step.scheduled')} />;
  return isLate ? (
    <Step tone="held" head={t('station.step.late')} />
  ) : (
    <Step tone="busy" head={t('station.step.watching')} isRunning />
  );
}

type StepProps = { tone: Tone; head: string; isRunning?: boolean; children?: ReactNode };

function Step({ tone, head, isRunning = false, children }: StepProps) {
  return (
    <li className={`tone-${tone}`}>
      {isRunning ? <Loader size={10} /> : <span className="dot" />}
      <div>
        <strong>{head}</strong>
        {children !== undefined && children !== false && <span>{children}</span>}
      </div>
    </li>
  );
}
