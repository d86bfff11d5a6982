import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CheckIcon, CloseIcon } from '../../parts/icons.tsx';
import { isRecord, parsedJson } from '../../parts/json.ts';
import { isKnownWord } from '../../parts/known-word.ts';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { ServerWords } from '../../parts/server-words.tsx';
import { numberText } from '../../text/quantities.ts';
import { TypedFacts } from '../proposals/typed-facts.tsx';
import type { Call } from './entries.ts';

/** A call of a tool on one line; what it was given and what it answered are inside. */
export function CallLine({ call }: { call: Call }) {
  const { t, i18n } = useTranslation();
  const { state, tookMs, progress, text, given } = call;
  const subject = subjectOf(given);
  return (
    <details className={`assistant-call assistant-call-${state}`}>
      <summary>
        <span className="assistant-call-sign">
          {state === 'running' && <Loader size="0.8rem" color="gray" aria-hidden="true" />}
          {state === 'done' && <CheckIcon />}
          {state === 'failed' && <CloseIcon />}
        </span>
        <span className="assistant-call-name">
          <ToolWords tool={call.tool} title={call.title} />
          {subject !== '' && <span className="assistant-call-subject"> {subject}</span>}
        </span>
        <span className="assistant-call-time">
          {state === 'running' && (progress ?? t('assistant.call.running'))}
          {state === 'failed' && t('assistant.call.failed')}
          {state !== 'running' && tookMs !== null && ` ${durationText(tookMs, i18n.language)}`}
        </span>
      </summary>
      <div className="assistant-call-inside">
        <p className="assistant-call-tool mono">{call.tool}</p>
        {Object.keys(given).length > 0 && <TypedFacts title={t('assistant.call.given')} facts={given} />}
        {text !== null && (
          <section>
            <h3>{t('assistant.call.answer')}</h3>
            <ScrollBox className="assistant-call-answer">
              <pre>{readable(text)}</pre>
            </ScrollBox>
          </section>
        )}
      </div>
    </details>
  );
}

/** The name of a tool in the reader's words, where we have them; else as the tool calls itself. */
export function ToolWords({ tool, title }: { tool: string; title: string | null }) {
  const { t } = useTranslation();
  if (isKnownWord('assistant.tool', tool)) return t(`assistant.tool.${tool}`);
  if (isKnownWord('proposals.tool', tool)) return t(`proposals.tool.${tool}`);
  return <ServerWords text={title ?? tool.replaceAll('_', ' ')} />;
}

const telling = [
  ...['charge_point_id', 'transaction_id', 'session_id', 'device_id', 'site_id', 'driver_id', 'token_id', 'tariff_id'],
  ...['query', 'search'],
];

/** Which one it is about, from what the tool was given. */
export function subjectOf(given: Readonly<Record<string, unknown>>): string {
  const found = telling.flatMap((name) => {
    const value = given[name];
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  const [first = '', second] = found;
  const words = second === undefined || first.length > 20 ? first : `${first} · ${second}`;
  return words.length > 48 ? `${words.slice(0, 47)}…` : words;
}

function durationText(ms: number, language: string): string {
  return ms < 1_000 ? `${numberText(ms, language, 0)} ms` : `${numberText(ms / 1000, language, 1)} s`;
}

/** What a tool answered, with its data in lines. */
function readable(text: string): string {
  const at = text.indexOf('{');
  const data = at === -1 ? undefined : parsedJson(text.slice(at));
  return isRecord(data) ? `${text.slice(0, at)}${JSON.stringify(data, null, 2)}` : text;
}
