import { useTranslation } from 'react-i18next';
import type { SignatureVerdict, SignedDifference, SignedValue } from '#contract/sessions/signed-values.ts';
import { useSignedValues } from '../../api/session-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import type { Tone } from '../../parts/tones.ts';
import { energyText } from '../../text/quantities.ts';
import { exactTime } from '../../text/time.ts';

const verdictTone = {
  verified: 'good',
  'verified-by-own-key': 'held',
  failed: 'bad',
  'not-checked': 'rest',
} as const satisfies Record<SignatureVerdict, Tone>;

/** What the meter signed, and whether the signatures hold. Most stations sign nothing; then nothing is shown. */
export function SignedValuesCard({ sessionId }: { sessionId: string }) {
  const { t } = useTranslation();
  const { data } = useSignedValues(sessionId);
  if (data === undefined || data.total === 0) return null;
  return (
    <Card title={t('signed.title')} className="signed-values">
      <p className="quiet">{t('signed.count', { count: data.total })}</p>
      <ul>
        {data.values.map((value) => (
          <SignedRow key={`${value.at} ${value.receivedAt} ${value.context} ${value.data}`} value={value} />
        ))}
      </ul>
      {data.differences.length === 0 ? (
        <p>{t('signed.agree')}</p>
      ) : (
        <ul className="signed-differences">
          {data.differences.map((difference) => (
            <li key={JSON.stringify(difference)}>
              <Difference difference={difference} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function SignedRow({ value }: { value: SignedValue }) {
  const { t, i18n } = useTranslation();
  const readings = value.readings.flatMap(({ wh }) => (wh === null ? [] : [energyText(wh, i18n.language)]));
  return (
    <li>
      <Chip tone={verdictTone[value.verdict]}>{t(`signed.verdict.${value.verdict}`)}</Chip>
      <div>
        <time dateTime={value.at}>{exactTime(value.at, i18n.language)}</time>
        {readings.length > 0 && <> · {readings.join(' → ')}</>}
        {value.reason !== null && <small>{t(`signed.reason.${value.reason}`)}</small>}
        <details>
          <summary>{t('signed.raw')}</summary>
          <code>{value.data}</code>
        </details>
      </div>
    </li>
  );
}

function Difference({ difference }: { difference: SignedDifference }) {
  const { t, i18n } = useTranslation();
  switch (difference.kind) {
    case 'begin-register':
    case 'end-register':
    case 'energy':
      return t(`signed.difference.${difference.kind}`, {
        signed: energyText(difference.signedWh, i18n.language),
        session: energyText(difference.sessionWh, i18n.language),
      });
    case 'begin-missing':
    case 'end-missing':
      return t(`signed.difference.${difference.kind}`);
    default:
      return t(`signed.difference.${difference.kind}`, { before: difference.before, after: difference.after });
  }
}
