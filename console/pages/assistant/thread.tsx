import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subject } from '#contract/agents/assistant.ts';
import { isGone } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { useOpenSignIn } from '../../parts/sign-in-context.ts';
import { Composer } from './composer.tsx';
import type { Entry } from './entries.ts';
import { EntryView } from './entry-view.tsx';
import { parseInline, plainText } from './markdown/parse-inline.ts';
import { Mind } from './mind.tsx';
import { Suggestions } from './suggestions.tsx';
import type { Asked, TalkView } from './talk.ts';
import { useTalk } from './talks.ts';
import { useReadAssistantAgain } from './use-assistant.ts';
import { whyNotAsk } from './why-not-ask.ts';

type Props = {
  /** null: one that begins with the next question. */
  id: string | null;
  subjects: readonly Subject[];
  onBegun: (id: string) => void;
  /** There is no such conversation any more. */
  onGone: () => void;
};

/** A conversation: what was said, what waits for the person, and where they write. */
export function Thread({ id, subjects, onBegun, onGone }: Props) {
  const { i18n } = useTranslation();
  const me = usePrincipal();
  const { talk, view } = useTalk(id);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const whyNot = whyNotAsk(me);
  const about = subjects.filter((each) => !removed.includes(nameOf(each)));
  useEffect(() => {
    if (id === null && view.id !== null) onBegun(view.id);
  }, [id, view.id, onBegun]);
  useEffect(() => {
    if (id !== null && view.problem?.while === 'reading' && isGone(view.problem.error)) onGone();
  }, [id, view.problem, onGone]);
  const readAgain = useReadAssistantAgain();
  useEffect(() => {
    if (view.id !== null && view.state === 'quiet') readAgain();
  }, [view.id, view.state, readAgain]);
  const ask = (text: string, of: readonly Subject[] = about) =>
    talk.ask({ text, about: of, language: i18n.language === 'pt-BR' ? 'pt-BR' : 'en' });
  const last = lastQuestion(view.entries);
  const again = last === null || view.state !== 'quiet' ? undefined : () => void ask(last.text, last.about);
  if (whyNot !== null) return <Unusable why={whyNot} />;
  return (
    <>
      <ThreadScroll view={view}>
        {view.state === 'reading' && <Skeleton height={90} radius="md" />}
        {view.entries.length === 0 && view.state === 'quiet' && view.problem === null && (
          <Suggestions subjects={about} onAsk={(text) => void ask(text)} />
        )}
        {view.entries.map((entry, index) => (
          <EntryView
            key={entry.key}
            entry={withNewAbout(view.entries, index, entry)}
            conversationId={view.id ?? ''}
            onAgain={index === view.entries.length - 1 ? again : undefined}
          />
        ))}
        <State view={view} onAgain={again} onRead={() => void talk.read()} />
      </ThreadScroll>
      <Composer
        view={view}
        about={about}
        onRemove={(each) => setRemoved([...removed, nameOf(each)])}
        onAsk={(text) => ask(text)}
        onStop={() => void talk.stop().catch(() => undefined)}
      />
      <Mind usage={view.usage} />
    </>
  );
}

function nameOf({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

/** What every question is about is said with the first of them. */
function withNewAbout(entries: readonly Entry[], at: number, entry: Entry): Entry {
  if (entry.kind !== 'question') return entry;
  const before = lastQuestion(entries.slice(0, at))?.about ?? [];
  const isSame = before.map(nameOf).join() === entry.about.map(nameOf).join();
  return isSame ? { ...entry, about: [] } : entry;
}

function lastQuestion(entries: readonly Entry[]): Pick<Asked, 'text' | 'about'> | null {
  const found = entries.findLast((entry) => entry.kind === 'question');
  return found?.kind === 'question' ? found : null;
}

/** Says the whole answer once it is there. */
function ThreadScroll({ view, children }: { view: TalkView; children: ReactNode }) {
  const { t } = useTranslation();
  const { box, inside, onScroll } = useEndInSight(view.state === 'asking');
  return (
    <ScrollBox
      className="assistant-thread"
      ref={box}
      onScroll={onScroll}
      role="log"
      aria-live="off"
      aria-label={t('assistant.thread')}
    >
      <div className="assistant-entries" ref={inside}>
        {children}
      </div>
      <div className="unseen" aria-live="polite" role="status">
        {spoken(view) ?? (view.state === 'answering' || view.state === 'asking' ? t('assistant.answering') : '')}
      </div>
    </ScrollBox>
  );
}

/** Stays at the end while what stands there grows, unless the person has gone back to read. */
function useEndInSight(isAsking: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const inside = useRef<HTMLDivElement>(null);
  const place = useRef({ isAtEnd: true, top: 0 });
  useEffect(() => {
    if (isAsking) place.current.isAtEnd = true;
  }, [isAsking]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { current } = box;
      if (current !== null && place.current.isAtEnd) current.scrollTop = current.scrollHeight;
    });
    if (inside.current !== null) observer.observe(inside.current);
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const onScroll = () => {
    const { current } = box;
    if (current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = current;
    if (scrollTop < place.current.top - 2) place.current.isAtEnd = false;
    if (scrollHeight - scrollTop - clientHeight < 40) place.current.isAtEnd = true;
    place.current.top = scrollTop;
  };
  return { box, inside, onScroll };
}

/** Words are not read aloud one by one as they come. */
function spoken({ entries, state }: TalkView): string | null {
  const waits = entries.some((entry) => entry.kind === 'approval' && entry.decision === 'waiting');
  if (state !== 'quiet' && !waits) return null;
  const last = entries.findLast((entry) => entry.kind === 'text' || entry.kind === 'question');
  return last?.kind === 'text' ? plainText(parseInline(last.text.replaceAll(/[|#>]|---+/g, ' '))) : null;
}

type StateProps = { view: TalkView; onAgain: (() => void) | undefined; onRead: () => void };

/** What there is to say about the line and the answer, at the end of it. */
function State({ view: { state, problem, entries }, onAgain, onRead }: StateProps) {
  const { t } = useTranslation();
  const last = entries.at(-1)?.kind;
  if (problem !== null)
    return (
      <ProblemNote title={t('assistant.failed')} problem={problem.error}>
        <p>
          {problem.while === 'asking' ? (
            t('assistant.notTaken')
          ) : (
            <Button size="compact-sm" variant="default" onClick={onRead}>
              {t('assistant.readAgain')}
            </Button>
          )}
        </p>
      </ProblemNote>
    );
  if (state === 'lost') return <p className="assistant-note assistant-note-bad">{t('assistant.lost')}</p>;
  if (state === 'asking' || state === 'answering')
    return (
      <p className="assistant-working">
        <span className="assistant-dots" aria-hidden="true" />
        {t('assistant.answering')}
      </p>
    );
  if (last === 'question' || last === 'call')
    return (
      <p className="assistant-note">
        {t('assistant.interrupted')}{' '}
        {onAgain !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            {t('assistant.again')}
          </Button>
        )}
      </p>
    );
  return null;
}

function Unusable({ why }: { why: NonNullable<ReturnType<typeof whyNotAsk>> }) {
  const { t } = useTranslation();
  const openSignIn = useOpenSignIn();
  return (
    <div className="assistant-unusable">
      <p>{t(`assistant.whyNot.${why}`)}</p>
      {why === 'notSignedIn' && <Button onClick={openSignIn}>{t('signIn.open')}</Button>}
    </div>
  );
}
