import { useTranslation } from 'react-i18next';
import type { SessionOddity } from '#contract/sessions/oddity.ts';
import { Card } from '../../parts/card.tsx';
import { evidenceLines } from './oddity-evidence.ts';
import { useSessionWords } from './session-words.ts';
import '../../parts/chip.css';
import './session-page.css';

/** What is odd about a session, and what shows it. */
export function SessionOddities({ oddities }: { oddities: readonly SessionOddity[] }) {
  const { t, i18n } = useTranslation();
  const words = useSessionWords();
  if (oddities.length === 0) return null;
  return (
    <Card title={t('session.flags')} className="session-oddities">
      <p className="quiet">{t('session.flagsHelp')}</p>
      <ul>
        {oddities.map((oddity) => {
          const { label, help } = words.flag(oddity.flag);
          const lines = new Set(evidenceLines(oddity, { t, language: i18n.language, reason: words.reason }));
          return (
            <li key={oddity.flag}>
              <span className="chip tone-door">{label}</span>
              <div>
                {help}
                <ul className="evidence">
                  {[...lines].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
