import { CloseButton } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon } from './icons.tsx';
import './told.css';

const TellContext = createContext<(sentence: string) => void>(() => undefined);

/** Says what was done, over the page rather than in it. */
export function useTell(): (sentence: string) => void {
  return use(TellContext);
}

const readingMs = 9_000;

export function TellProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [told, setTold] = useState<{ sentence: string; at: number } | null>(null);
  useEffect(() => {
    if (told === null) return;
    const timer = setTimeout(() => setTold(null), readingMs);
    return () => clearTimeout(timer);
  }, [told]);
  return (
    <TellContext value={(sentence) => setTold({ sentence, at: Date.now() })}>
      {children}
      <div className="told" aria-live="polite">
        {told !== null && (
          <p>
            <CheckIcon />
            {told.sentence}
            <CloseButton size="sm" aria-label={t('shell.close')} onClick={() => setTold(null)} />
          </p>
        )}
      </div>
    </TellContext>
  );
}
