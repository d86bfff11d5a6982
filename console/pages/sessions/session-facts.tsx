import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#contract/sessions/detail.ts';
import { useWho } from '../../api/use-who.ts';
import { Card } from '../../parts/card.tsx';
import { Fact } from '../../parts/facts.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { energyText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';
import { CardName } from '../access/card-name.tsx';
import { useRefusedStart } from './refused-start.ts';

/** The small print: times, token, registers, and what the station calls it. */
export function SessionFacts({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const { startedAt, endedAt, tokenHash, tokenType, reservationId, firstRegisterWh, lastRegisterWh } = session;
  const name = useWho();
  const refused = useRefusedStart(session);
  const cardId = tokenHash ?? refused?.tokenId ?? null;
  const { by, command } = session.start;
  const who =
    by === 'remote' && command !== null
      ? t('session.startedBy.remoteNamed', { who: name(command.askedBy) })
      : t(`session.startedBy.${by}`);
  const register = (wh: number | null) => (wh === null ? null : energyText(wh, i18n.language));
  return (
    <Card title={t('session.facts')} className="session-facts">
      <dl className="facts">
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
          {cardId !== null && (
            <>
              <CardName id={cardId} />
              {tokenType !== null && (
                <small>{isKnownWord('tokens.type', tokenType) ? t(`tokens.type.${tokenType}`) : tokenType}</small>
              )}
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
    </Card>
  );
}
