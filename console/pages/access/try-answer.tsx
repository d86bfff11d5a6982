import { useTranslation } from 'react-i18next';
import type { Check, TokenTryAnswer } from '#contract/access/token-try.ts';
import { useDriverNames, useTariff } from '../../api/queries.ts';
import { TextLink } from '../../parts/links.tsx';
import { useTariffWhy } from '../tariffs/assignment-words.ts';
import { usePriceWords } from '../tariffs/price-words.ts';
import { AdviceLink } from './advice-link.tsx';
import { useRefusalWords } from './refusal-words.ts';

const signs = { passed: '✓', refused: '✗', 'not-asked': '·', 'does-not-apply': '–' } as const;

/** The verdict in a sentence, and under it every question in its order. */
type Props = {
  answer: TokenTryAnswer;
  tokenId: string | null;
  /** Adds the card whose number was typed; undefined: only a mark of it is known. */
  onAdd?: (() => void) | undefined;
};

export function TryAnswer({ answer, tokenId, onAdd }: Props) {
  const { t } = useTranslation();
  const names = useDriverNames();
  const { status, reason, checks, token, place } = answer;
  const isAccepted = status === 'accepted';
  const driverId = token?.driverId ?? null;
  const driver = driverId === null ? null : { id: driverId, name: names?.get(driverId) };
  const facts = { groupId: token?.groupId, driverId: driverId ?? undefined, ...refusalFacts(checks) };
  return (
    <section className="card" aria-labelledby="verdict">
      <h2 id="verdict" className={`verdict tone-${isAccepted ? 'good' : 'bad'}`}>
        <span className="dot" />
        {isAccepted ? t('try.accepted') : t('try.refused')}
      </h2>
      {reason !== null && (
        <p>
          <strong>{t(`refusals.reason.${reason}`)}.</strong>{' '}
          {reason === 'unknown-token' && onAdd !== undefined ? t('try.notEntered') : t(`refusals.why.${reason}`)}
        </p>
      )}
      {reason !== null && <AdviceLink of={{ reason, tokenId: token?.id ?? tokenId, facts }} onAdd={onAdd} />}
      <p className="quiet">
        {place.siteName === null
          ? t('try.atNoSite', { station: place.stationId })
          : t('try.atSite', { station: place.stationId, site: place.siteName })}
        {driver !== null && (
          <>
            {' · '}
            <TextLink to="/access/drivers/$id" params={{ id: driver.id }} fz="inherit">
              {driver.name ?? t('tokens.itsDriver')}
            </TextLink>
          </>
        )}
      </p>
      <h3>{t('try.checks')}</h3>
      <ol className="ladder">
        {checks.map((check) => (
          <Rung key={check.name} check={check} />
        ))}
      </ol>
      <h3>{t('try.price')}</h3>
      <Price tariff={answer.tariff} />
      <h3>{t('try.offline')}</h3>
      <p>{useOfflineText(answer.offline, reason === 'blocked')}</p>
    </section>
  );
}

function Rung({ check: { name, result, facts } }: { check: Check }) {
  const { t } = useTranslation();
  const words = useRefusalWords();
  const details = result === 'refused' || result === 'passed' ? words.facts(facts) : [];
  return (
    <li className={`rung rung-${result}`}>
      <span className="rung-sign" aria-hidden="true">
        {signs[result]}
      </span>
      <span>
        {t(`try.check.${name}`)} <span className="rung-result">{t(`try.result.${result}`)}</span>
        {details.length > 0 && <small>{details.join(' · ')}</small>}
      </span>
    </li>
  );
}

function Price({ tariff }: { tariff: TokenTryAnswer['tariff'] }) {
  const { t } = useTranslation();
  if (tariff === null) return <p>{t('try.noTariff')}</p>;
  return <Holding tariff={tariff} />;
}

function Holding({ tariff }: { tariff: NonNullable<TokenTryAnswer['tariff']> }) {
  const { t } = useTranslation();
  const whyText = useTariffWhy();
  const words = usePriceWords();
  const version = useTariff(tariff.tariffId).data?.versions.find((each) => each.version === tariff.version);
  return (
    <p>
      <TextLink to="/tariffs/$id" params={{ id: tariff.tariffId }}>
        {t('try.tariff', { tariff: tariff.tariffId, version: tariff.version })}
      </TextLink>{' '}
      <span className="quiet">({whyText(tariff.why)})</span>
      <small>{version === undefined ? tariff.text : words.brief(version.terms)}</small>
    </p>
  );
}

function useOfflineText({ isListed, policy, wouldAccept }: TokenTryAnswer['offline'], isBlocked: boolean): string {
  const { t } = useTranslation();
  const answer = t(
    wouldAccept === null ? 'try.offlineUnknown' : wouldAccept ? 'try.offlineAccepts' : 'try.offlineRefuses',
  );
  const listed = t(isListed ? (isBlocked ? 'try.listedBlocked' : 'try.listed') : 'try.notListed');
  const known = policy === 'known-only' || policy === 'accept-unknown' || policy === 'nobody' ? policy : null;
  return `${answer} ${listed}${known === null ? '' : ` ${t(`sites.offline.${known}`)}.`}`;
}

function refusalFacts(checks: readonly Check[]): Record<string, unknown> {
  return checks.find(({ result }) => result === 'refused')?.facts ?? {};
}
