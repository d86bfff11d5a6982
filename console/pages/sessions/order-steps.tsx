import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionOrder } from '#contract/sessions/order.ts';
import '../../parts/chip.css';
import './order-steps.css';

type Props = {
  order: SessionOrder;
  /** Said while the station has accepted and nothing has followed yet. */
  waiting: string;
  /** What followed; null: nothing yet. */
  effect: string | null;
};

/** What a station promised and has not done by then may still come; whoever waits is told. */
const patienceMs = 30_000;

const failures = ['refused', 'no-answer', 'not-sent'] as const;

/** What the station answered, and the outcome. An accepted command is only a promise. */
export function OrderSteps({ order, waiting, effect }: Props) {
  const { t } = useTranslation();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const failed = failures.find((result) => result === order.result);
  if (effect !== null) return <Step tone="good" text={effect} />;
  if (failed === undefined) return <Step tone="door" text={isLate ? t('order.not-seen') : waiting} />;
  const { outcome } = order.command;
  const told = outcome?.reason ?? outcome?.code ?? null;
  return <Step tone="bad" text={t(`order.${failed}`, { reason: told === null ? '' : `: ${told}` })} />;
}

function Step({ tone, text }: { tone: 'good' | 'door' | 'bad'; text: string }) {
  return (
    <p className={`order-step tone-${tone}`} role="status">
      <span className="dot" />
      {text}
    </p>
  );
}
