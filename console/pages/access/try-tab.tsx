import '../../parts/card.css';
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Check, TokenTry, TokenTryAnswer } from '#contract/access/token-try.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { useDriverNames, useToken } from '../../api/access-queries.ts';
import { call } from '../../api/call.ts';
import { useTariff } from '../../api/tariff-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { DayAndTimeField } from '../../parts/date-field.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { fromLocalTime } from '../../text/local-time.ts';
import { shortToken } from '../sessions/session-words.ts';
import { useTariffWhy } from '../tariffs/assignment-words.ts';
import { usePriceWords } from '../tariffs/price-words.ts';
import type { TabProps } from './access-page.tsx';
import { AdviceLink } from './advice-link.tsx';
import { useRefusalWords } from './refusal-words.ts';
import { TokenDialog } from './token-dialog.tsx';

/** What would happen if this card were held to that station; nothing is written and nobody is told. */
export function TryTab({ filter, onChange }: TabProps) {
  const { t } = useTranslation();
  const { draft, text, choice } = useDraft({ card: '', station: filter.station ?? '', when: '' });
  const [card, station] = [draft.card.trim(), draft.station.trim()];
  /** The number that was typed and nobody knows. */
  const [adding, setAdding] = useState<string | null>(null);
  const given = useToken(filter.token);
  const trial = useMutation({ mutationFn: (asked: TokenTry) => call(tokenApi.try, { body: asked }) });
  const { mutate } = trial;
  const { token: tokenId, station: linkedStation } = filter;
  // A link that names both asks at once.
  useEffect(() => {
    if (tokenId !== undefined && linkedStation !== undefined) mutate({ tokenId, stationId: linkedStation });
  }, [tokenId, linkedStation, mutate]);

  const whyNot =
    tokenId === undefined && card === '' ? t('try.needCard') : station === '' ? t('try.needStation') : undefined;

  function ask() {
    if (whyNot !== undefined) return;
    const at = fromLocalTime(draft.when);
    mutate({ ...(card === '' ? { tokenId } : { value: card }), stationId: station, ...(at !== null && { at }) });
  }

  return (
    <div className="try">
      <form
        className="card"
        aria-label={t('access.tab.try')}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Stack gap="md">
          <p className="quiet">{t('try.help')}</p>
          {tokenId === undefined ? (
            <TextInput
              label={t('try.card')}
              description={t('try.cardHelp')}
              maxLength={255}
              spellCheck={false}
              {...text('card')}
            />
          ) : (
            <div>
              <span className="field-name">{t('try.card')}</span>
              <p className="chosen-card">
                <span className="mono">{given.data === undefined ? shortToken(tokenId) : given.data.label}</span>
                {given.data === undefined && given.error !== null && (
                  <span className="quiet">{t('try.unknownCard')}</span>
                )}
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => {
                    trial.reset();
                    onChange({ token: undefined });
                  }}
                >
                  {t('try.otherCard')}
                </Button>
              </p>
            </div>
          )}
          <StationField {...choice('station')} />
          <DayAndTimeField label={t('try.when')} description={t('try.whenHelp')} {...choice('when')} />
          <div className="try-submit">
            <Button type="submit" loading={trial.isPending} {...unlessBlocked(whyNot)}>
              {t('try.submit')}
            </Button>
            {whyNot !== undefined && <span className="form-why-not">{whyNot}</span>}
          </div>
        </Stack>
      </form>
      <div aria-live="polite">
        {trial.error !== null && <ProblemNote problem={trial.error} />}
        {trial.data !== undefined && (
          <TryAnswer
            answer={trial.data}
            tokenId={tokenId ?? null}
            onAdd={trial.variables.value === undefined ? undefined : () => setAdding(trial.variables.value ?? '')}
          />
        )}
      </div>
      <TokenDialog
        open={adding === null ? null : 'new'}
        value={adding ?? ''}
        onClose={() => setAdding(null)}
        onAdded={() => trial.variables !== undefined && mutate(trial.variables)}
      />
    </div>
  );
}

const signs = { passed: '✓', refused: '✗', 'not-asked': '·', 'does-not-apply': '–' } as const;

/** The verdict in a sentence, and under it every question in its order. */
type Props = {
  answer: TokenTryAnswer;
  tokenId: string | null;
  /** Adds the card whose number was typed; undefined: only a mark of it is known. */
  onAdd?: (() => void) | undefined;
};

function TryAnswer({ answer, tokenId, onAdd }: Props) {
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
