import { Skeleton, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartnerExchange } from '#contract/roaming/partner.ts';
import { usePartnerExchanges } from '../../api/partner-queries.ts';
import { Chip } from '../../parts/chip.tsx';
import { parsedJson } from '../../parts/json.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { dayTime, exactTime } from '../../text/time.ts';
import '../station/station.css';

/** What was said with a partner, each request with its frames under it; tokens and what names drivers are hidden. */
export function ExchangesTab({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isFailuresOnly, setIsFailuresOnly] = useState(false);
  const { data, error } = usePartnerExchanges(id, isFailuresOnly);
  return (
    <section className="card" aria-label={t('partners.tab.exchanges')}>
      <div className="follow-row">
        <Switch
          label={t('partners.failuresOnly')}
          checked={isFailuresOnly}
          onChange={({ currentTarget }) => setIsFailuresOnly(currentTarget.checked)}
        />
      </div>
      {error !== null && <ProblemNote problem={error} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data?.exchanges.length === 0 && (
        <p className="quiet">{t(isFailuresOnly ? 'partners.noFailures' : 'partners.noExchanges')}</p>
      )}
      <ol className="messages" aria-label={t('partners.tab.exchanges')}>
        {data?.exchanges.map((each, index) => (
          <Entry key={`${each.at} ${each.method} ${each.path} ${index}`} exchange={each} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ exchange }: { exchange: PartnerExchange }) {
  const { t, i18n } = useTranslation();
  const { at, direction, method, path, httpStatus, ocpiCode, tookMs, request, answer, failure } = exchange;
  const isBad = failure !== null || (httpStatus ?? 0) >= 400 || (ocpiCode ?? 1000) >= 2000;
  return (
    <li className={direction === 'in' ? 'message-station' : 'message-system'}>
      <time dateTime={at} title={exactTime(at, i18n.language)}>
        {dayTime(at, i18n.language)}
      </time>
      <div>
        <span className="message-sentence">
          {method} {path}
        </span>
        <small>
          {[t(`partners.from.${direction}`), httpStatus, ocpiCode, `${tookMs} ms`, failure]
            .filter((part) => part !== null)
            .join(' · ')}{' '}
          {isBad && <Chip tone="bad">{t('partners.went')}</Chip>}
        </small>
        <details>
          <summary>{t('partners.frames')}</summary>
          {request === null && answer === null && <p className="quiet">{t('partners.noFrames')}</p>}
          {request !== null && <pre className="raw-json">{pretty(request)}</pre>}
          {answer !== null && <pre className="raw-json">{pretty(answer)}</pre>}
        </details>
      </div>
    </li>
  );
}

function pretty(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}
