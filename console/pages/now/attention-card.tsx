import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attention, AttentionItem } from '#contract/attention.ts';
import { useAttention } from '../../api/now-queries.ts';
import { Card } from '../../parts/card.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { numberText } from '../../text/quantities.ts';
import { AcceptAllButton } from '../equipment/accept-all.tsx';
import { AttentionActions } from './attention-actions.tsx';
import { AttentionReason, AttentionSubject } from './attention-words.tsx';

const shownAtOnce = 12;

/** What needs somebody, most pressing first, as the server ranks it. */
export function AttentionCard() {
  const { t, i18n } = useTranslation();
  const { data, error } = useAttention();
  const all = Object.values(data?.counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Card
      className="now-attention"
      title={
        data === undefined
          ? t('now.attention')
          : t('now.attentionCount', { count: all, formatted: numberText(all, i18n.language, 0) })
      }
      actions={<AcceptAllButton ids={acceptable(data?.items ?? [])} />}
    >
      {data === undefined && error !== null && <ProblemNote title={t('now.attentionFailed')} problem={error} />}
      {data === undefined && error === null && <Skeleton height={150} />}
      {data !== undefined && <List attention={data} />}
    </Card>
  );
}

/** Strangers that can be accepted; one of ours that lost its password is not a stranger, and others cannot be helped by it. */
function acceptable(items: readonly AttentionItem[]): string[] {
  return items.flatMap((item) =>
    item.kind === 'pending' && item.reason === 'unknown-station' && !item.isKnown ? [item.stationId] : [],
  );
}

function List({ attention: { items, counts } }: { attention: Attention }) {
  const { t, i18n } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0) {
    return (
      <p className="now-well">
        <CheckIcon /> {t('now.allWell')}
      </p>
    );
  }
  const shown = isWhole ? items : items.slice(0, shownAtOnce);
  const left = Object.values(counts).reduce((sum, count) => sum + count, 0) - items.length;
  return (
    <>
      <ul className="now-troubles" aria-label={t('now.attention')}>
        {shown.map((item) => (
          <Trouble key={item.id} item={item} />
        ))}
      </ul>
      {items.length > shown.length && (
        <button type="button" className="now-more" onClick={() => setIsWhole(true)}>
          {t('now.showMore', { formatted: numberText(items.length - shown.length, i18n.language, 0) })}
        </button>
      )}
      {isWhole && left > 0 && (
        <p className="quiet now-hint">
          {t('now.andMore', { formatted: numberText(left, i18n.language, 0) })}{' '}
          <TextLink to="/equipment">{t('section.stations')}</TextLink>
        </p>
      )}
    </>
  );
}

const tones = { critical: 'bad', warning: 'door', notice: 'rest' } as const;

function Trouble({ item }: { item: AttentionItem }) {
  const { t } = useTranslation();
  return (
    <li className={`now-trouble tone-${tones[item.severity]}`} data-kind={item.kind}>
      <span className="dot" title={t(`now.severity.${item.severity}`)} />
      <span className="now-trouble-what">
        <span className="now-trouble-head">
          <span className="unseen">{t(`now.severity.${item.severity}`)}: </span>
          <strong>{t(`now.kind.${item.kind}`)}</strong> <AttentionSubject item={item} />
        </span>
        <span className="now-trouble-why">
          <AttentionReason item={item} />
          {item.since !== null && (
            <>
              {' · '}
              <Moment time={item.since} says={item.kind === 'rejected-token' ? 'ago' : 'for'} />
            </>
          )}
        </span>
      </span>
      <AttentionActions item={item} />
    </li>
  );
}
