import { useTranslation } from 'react-i18next';
import type { Subject } from '#contract/agents/assistant.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { suggestionsFor } from './suggestions-for.ts';
import { useAssistantAbout } from './use-assistant.ts';

type Props = { subjects: readonly Subject[]; onAsk: (text: string) => void };

/** What can be asked on this page, one click each. */
export function Suggestions({ subjects, onAsk }: Props) {
  const { t } = useTranslation();
  const { stations } = useBoard();
  const { data } = useAssistantAbout();
  const named = suggestionsFor(subjects, stations);
  return (
    <div className="assistant-empty">
      <p>{t('assistant.hello')}</p>
      {data?.isModel === false && <p className="quiet">{t('assistant.helloInterpreter')}</p>}
      <ul aria-label={t('assistant.suggestions')}>
        {named.map(({ name, id }) => {
          const text = t(`assistant.suggest.${name}`, { id });
          return (
            <li key={name}>
              <button type="button" onClick={() => onAsk(text)}>
                {text}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
