import { ActionIcon, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subject } from '#contract/agents/assistant.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { CloseIcon, MicrophoneIcon, SendIcon, StopIcon } from '../../parts/icons.tsx';
import { useSpeech } from './speech.ts';
import type { TalkView } from './talk.ts';

type Props = {
  view: TalkView;
  about: readonly Subject[];
  onRemove: (subject: Subject) => void;
  onAsk: (text: string) => Promise<boolean>;
  onStop: () => void;
};

/** Where a person writes or speaks. Enter sends; what was typed stays until it was taken. */
export function Composer({ view, about, onRemove, onAsk, onStop }: Props) {
  const { t, i18n } = useTranslation();
  const { text, setText } = useDraftOf(view.id);
  const field = useRef<HTMLTextAreaElement>(null);
  const speech = useSpeech(i18n.language, (words) =>
    setText((before) => `${before}${before === '' ? '' : ' '}${words}`),
  );
  const isBusy = view.state === 'answering' || view.state === 'lost';
  const whyNot = whyNotSend(view.state, text);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = async () => {
    if (whyNot !== null) return;
    if (await onAsk(text.trim())) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className="assistant-composer">
      {about.length > 0 && (
        <ul className="assistant-about" aria-label={t('assistant.about')}>
          {about.map((each) => (
            <li key={`${each.kind}:${each.id}`}>
              <SubjectWords subject={each} />
              <button
                type="button"
                aria-label={t('assistant.removeAbout', { what: each.id })}
                onClick={() => {
                  onRemove(each);
                  field.current?.focus();
                }}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="assistant-line">
        <Textarea
          ref={field}
          className="assistant-field"
          aria-label={t('assistant.ask')}
          placeholder={t('assistant.placeholder')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={20_000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {speech !== null && (
          <ActionIcon
            variant={speech.isListening ? 'filled' : 'subtle'}
            color={speech.isListening ? 'red' : 'gray'}
            size="lg"
            aria-label={t('assistant.speak')}
            aria-pressed={speech.isListening}
            title={t('assistant.speakHelp')}
            onClick={speech.toggle}
          >
            <MicrophoneIcon />
          </ActionIcon>
        )}
        {isBusy ? (
          <ActionIcon
            variant="filled"
            size="lg"
            aria-label={t('assistant.stop')}
            title={t('assistant.stop')}
            onClick={onStop}
          >
            <StopIcon />
          </ActionIcon>
        ) : (
          <ActionIcon
            variant="filled"
            size="lg"
            aria-label={t('assistant.send')}
            {...unlessBlocked(whyNot === null ? undefined : t(`assistant.whyNotSend.${whyNot}`), () => void send())}
          >
            <SendIcon />
          </ActionIcon>
        )}
      </div>
      {speech !== null && speech.problem !== null && (
        <p className="assistant-note assistant-note-bad">{t('assistant.noSpeech', { why: speech.problem })}</p>
      )}
    </div>
  );
}

function whyNotSend(state: TalkView['state'], text: string): 'empty' | 'asking' | null {
  if (state !== 'quiet') return 'asking';
  return text.trim() === '' ? 'empty' : null;
}

export function SubjectWords({ subject: { kind, id } }: { subject: Subject }) {
  const { t } = useTranslation();
  return (
    <span title={id}>
      {t(`assistant.kind.${kind}`)} <strong>{id.length > 16 ? `…${id.slice(-8)}` : id}</strong>
    </span>
  );
}

/** What was typed and not sent outlives the panel and a reload of the page. */
function useDraftOf(id: string | null) {
  const key = `sigec-assistant-draft-${id ?? 'new'}`;
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const kept = drafts[key] ?? sessionStorage.getItem(key) ?? '';
  const setText = (text: string | ((before: string) => string)) => {
    const next = typeof text === 'string' ? text : text(sessionStorage.getItem(key) ?? '');
    if (next === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
    setDrafts((before) => ({ ...before, [key]: next }));
  };
  return { text: kept, setText };
}
