import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TariffDetail, TariffVersion } from '#contract/billing/tariff.ts';
import { useWho } from '../../api/use-who.ts';
import { Card } from '../../parts/card.tsx';
import '../../parts/chip.css';
import { Fact } from '../../parts/facts.tsx';
import { decimalText, priceText } from '../../text/money.ts';
import { exactTime } from '../../text/time.ts';
import { usePriceWords } from './price-words.ts';
import './tariffs.css';
import { rowColour, WeekChart } from './week-chart.tsx';

/** The week as a picture, the prices as rows, what else is charged, and every version there was. */
export function TariffOverview({ tariff }: { tariff: TariffDetail }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = tariff.versions.find(({ version }) => version === chosen) ?? tariff.current ?? tariff.versions[0];
  if (shown === undefined) return null;
  return (
    <div className="columns-two">
      <div>
        <Card title={t('tariff.week')}>
          <WeekChart terms={shown.terms} />
        </Card>
        <Prices version={shown} />
      </div>
      <div>
        <Versions tariff={tariff} shown={shown} onChoose={setChosen} />
        <Terms version={shown} />
      </div>
    </div>
  );
}

function Prices({ version: { terms } }: { version: TariffVersion }) {
  const { t } = useTranslation();
  const words = usePriceWords();
  return (
    <Card title={t('tariff.rows')}>
      <ul className="price-rows">
        {terms.prices.map((row, place) => (
          <li key={place}>
            <span className={`week-mark ${rowColour(place)}`} />
            <span>
              {row.name !== null && <strong>{row.name} </strong>}
              {words.when(row)}
            </span>
            <span className="price">{words.prices(row, terms.currency)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Terms({ version: { terms } }: { version: TariffVersion }) {
  const { t, i18n } = useTranslation();
  const price = (amount: string) => priceText(amount, terms.currency, i18n.language);
  const isCharged = (amount: string) => Number(amount) > 0;
  const hasIdle = terms.prices.some(({ perIdleMinute }) => perIdleMinute !== null);
  return (
    <Card title={t('tariff.terms')}>
      <dl className="facts">
        <Fact name={t('tariff.form.sessionFee')}>
          {isCharged(terms.sessionFee) ? price(terms.sessionFee) : t('tariff.none')}
        </Fact>
        {hasIdle && <Fact name={t('tariff.form.grace')}>{terms.idleGraceMinutes}</Fact>}
        {isCharged(terms.reservationFee) && (
          <Fact name={t('tariff.reservationFee')}>{price(terms.reservationFee)}</Fact>
        )}
        {isCharged(terms.perReservedMinute) && (
          <Fact name={t('tariff.perReservedMinute')}>{price(terms.perReservedMinute)}</Fact>
        )}
        {terms.minimum !== null && <Fact name={t('tariff.minimum')}>{price(terms.minimum)}</Fact>}
        {terms.maximum !== null && <Fact name={t('tariff.maximum')}>{price(terms.maximum)}</Fact>}
        {terms.energyStepWh > 1 && <Fact name={t('tariff.energyStep')}>{`${terms.energyStepWh} Wh`}</Fact>}
        {terms.timeStepSeconds > 1 && <Fact name={t('tariff.timeStep')}>{`${terms.timeStepSeconds} s`}</Fact>}
        <Fact name={t('tariff.form.tax')}>
          {terms.taxes.length === 0
            ? t('tariff.noTax')
            : terms.taxes.map(({ name, percent }) => `${name} ${decimalText(percent, i18n.language)} %`).join(', ')}
          {terms.taxes.length > 0 && <small>{t(terms.taxIncluded ? 'tariff.taxInside' : 'tariff.taxOnTop')}</small>}
        </Fact>
        {terms.holidays.length > 0 && <Fact name={t('tariff.holidays')}>{terms.holidays.join(', ')}</Fact>}
        {terms.texts.map(({ language, text }) => (
          <Fact key={language} name={t('tariff.textIn', { language })}>
            {text}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

type VersionsProps = { tariff: TariffDetail; shown: TariffVersion; onChoose: (version: number) => void };

function Versions({ tariff, shown, onChoose }: VersionsProps) {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return (
    <Card title={t('tariff.versions')}>
      <ul className="versions">
        {tariff.versions.map((version) => (
          <li key={version.version}>
            <button
              type="button"
              className="version"
              aria-pressed={version.version === shown.version}
              onClick={() => onChoose(version.version)}
            >
              {t('tariff.version', { version: version.version })}
            </button>
            {version.version === tariff.current?.version && (
              <span className="chip tone-good">{t('tariff.inForce')}</span>
            )}
            {Date.parse(version.validFrom) > Date.now() && <span className="chip tone-held">{t('tariff.later')}</span>}
            <small>
              {t('tariff.since', { time: exactTime(version.validFrom, i18n.language), who: who(version.createdBy) })}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
