import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/session-detail.ts';
import { energyText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';
import { shortToken } from './session-words.ts';

/** The small print: times, token, registers, and what the station calls it. */
export function SessionFacts({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { startedAt, endedAt, tokenHash, tokenType, reservationId, firstRegisterWh, lastRegisterWh } = session;
  const { by, command } = session.start;
  const who =
    by === 'remote' && command !== null
      ? t('session.startedBy.remoteNamed', { who: command.askedBy })
      : t(`session.startedBy.${by}`);
  const register = (wh: number | null) => (wh === null ? null : energyText(wh, i18n.language));
  return (
    <section className="card session-facts" aria-labelledby="facts-title">
      <h2 id="facts-title">{t('session.facts')}</h2>
      <dl>
        <Fact name={t('session.fact.began')}>
          {startedAt !== null && <time dateTime={startedAt}>{exactTime(startedAt, i18n.language)}</time>}
          <small>{who}</small>
        </Fact>
        {session.state === 'ended' && (
          <Fact name={t('session.fact.ended')}>
            {endedAt === null ? null : <time dateTime={endedAt}>{exactTime(endedAt, i18n.language)}</time>}
          </Fact>
        )}
        <Fact name={t('session.fact.token')}>
          {tokenHash !== null && (
            <>
              <span className="mono" title={tokenHash}>
                {shortToken(tokenHash)}
              </span>
              {tokenType !== null && <small>{tokenType}</small>}
            </>
          )}
        </Fact>
        <Fact name={t('session.fact.firstRegister')}>{register(firstRegisterWh)}</Fact>
        <Fact name={t('session.fact.lastRegister')}>{register(lastRegisterWh)}</Fact>
        <Fact name={t('session.fact.ref')}>
          <span className="mono">{session.ref}</span>
        </Fact>
        {reservationId !== null && <Fact name={t('session.fact.reservation')}>{reservationId}</Fact>}
        <Fact name={t('session.fact.messages')}>{session.eventCount}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  const isUnknown = children === null || children === false;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isUnknown ? <span className="none">{t('session.unknown')}</span> : children}</dd>
    </div>
  );
}
