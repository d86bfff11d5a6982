import { useTranslation } from 'react-i18next';
import type { Refusal } from '#contract/access/token.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { type RefusalQuery, useRefusals } from '../../api/access-queries.ts';
import { useReadAgain } from '../../api/queries.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { NewOnes } from '../../parts/new-ones.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useSteadyRows } from '../../parts/use-steady-rows.ts';
import { AdviceLink } from './advice-link.tsx';
import { CardName } from './card-name.tsx';
import { useRefusalWords } from './refusal-words.ts';

type Props = { asked: RefusalQuery; none: string };

const kinds: ReadonlySet<LedgerEvent['kind']> = new Set(['token-refused']);
const idOf = ({ id }: Refusal) => id;

/** Newest first; one that comes while somebody reads waits above the list. */
export function RefusalList({ asked, none }: Props) {
  const { t, i18n } = useTranslation();
  useReadAgain('refusals', kinds);
  const { data, error, isPlaceholderData } = useRefusals(asked);
  const { shown, newOnes, showAll } = useSteadyRows({
    rows: data?.refusals,
    idOf,
    name: JSON.stringify(asked),
    isOther: isPlaceholderData,
  });
  const formatted = new Intl.NumberFormat(i18n.language).format(newOnes);
  return (
    <>
      {error !== null && data === undefined && <ProblemNote title={t('refusals.readFailed')} problem={error} />}
      <NewOnes count={newOnes} words={t('refusals.newOnes', { count: newOnes, formatted })} onShow={showAll} />
      {shown?.length === 0 && <p className="quiet">{none}</p>}
      <ul className="refusals" aria-label={t('access.tab.refusals')}>
        {shown?.map((refusal) => (
          <RefusalCard key={refusal.id} refusal={refusal} />
        ))}
      </ul>
    </>
  );
}

function RefusalCard({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation();
  const words = useRefusalWords();
  const { tokenId, stationId, evseId, at, reason, facts } = refusal;
  const details = words.facts(facts);
  return (
    <li className="refusal">
      <div className="refusal-head">
        <strong>{t(`refusals.reason.${reason}`)}</strong>
        <span className="quiet">
          {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })} ·{' '}
          <Moment time={at} says="ago" />
          {tokenId !== null && (
            <>
              {' · '}
              {t('refusals.card')} <CardName id={tokenId} />
            </>
          )}
        </span>
      </div>
      <p>{t(`refusals.why.${reason}`)}</p>
      {details.length > 0 && <p className="quiet">{details.join(' · ')}</p>}
      <div className="refusal-actions">
        <AdviceLink of={refusal} />
        {tokenId !== null && (
          <ButtonLink
            to="/access"
            search={{ tab: 'try', token: tokenId, station: stationId }}
            variant="default"
            size="compact-sm"
          >
            {t('refusals.tryAgain')}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}
